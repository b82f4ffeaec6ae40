import { type Instrument, knownColumns, type TradeRequest, UserError } from '@tradeloom/domain'
import type { CustomIndicator } from '@tradeloom/indicators'

import { type Assembly, assemble } from './assemble.ts'
import type { OpenedPosition } from './account/apply-venue-event.ts'
import type { ConversionMarket } from './account/conversion.ts'
import { type LiveNumbers, liveNumbers } from './live-numbers.ts'
import { LiveLoop } from './loops/live-loop.ts'
import { BlockRows } from './market/block-rows.ts'
import { marketRows } from './market/market-rows.ts'
import type { TradedMarket } from './traded-market.ts'
import type { Input, KnownInput, RowsInput } from './ports/input.ts'
import { EquityRecorder, type EquityRecords } from './record/equity-recorder.ts'
import { LiveExcursions } from './record/live-excursions.ts'
import type { Plot } from './record/plot-columns.ts'
import { DEFAULT_RECORD_LIMITS } from './record/record-limits.ts'
import { marketPositions, marketSpecs } from './run-markets.ts'
import type { LogLine, OrderRecord, PositionRecord } from './run-result.ts'
import type { RunSpec, SourceSpec, WarmupRequest } from './run-spec.ts'
import type { ScriptFactory } from './script/script-types.ts'

/** What a session depends on besides script and inputs. Plain JSON. */
export interface SessionSpec extends Omit<RunSpec, 'end' | 'sources'> {
  /** The first time after the session; null as long as it is not known. */
  readonly end: number | null
  /** Datasets that the script reads; omitted if there are none. Their values are inputs. */
  readonly sources?: readonly Pick<SourceSpec, 'id'>[]
}

export interface SessionInputs {
  readonly spec: SessionSpec
  readonly factory: ScriptFactory
  /** Indicators of users that the script may name. */
  readonly indicators?: readonly CustomIndicator[]
  /** Takes the requests of orders as plain data, instead of the simulated market; outcomes return as inputs. */
  readonly send?: (request: TradeRequest) => void
  /** Length of the parts of the equity curve of which the extremes are kept, milliseconds. */
  readonly curvePartMs?: number
}

/** What was recorded since the last time. Positions and orders that are still open stay in the session. */
export interface SessionRecords extends EquityRecords {
  /** In closing order. */
  readonly positions: readonly PositionRecord[]
  readonly orders: readonly OrderRecord[]
  readonly log: readonly LogLine[]
  readonly plots: readonly Plot[]
  /** By events of a venue, in their order. */
  readonly opened: readonly OpenedPosition[]
}

/**
 * A script that trades as prices arrive. Its state is a function of its inputs in their order: a restarted session takes
 * them again. Errors thrown by the script propagate from the call that ran it.
 */
export interface Session {
  /** The history before the start that the script's indicators request. Known after construction. */
  readonly warmup: readonly WarmupRequest[]
  /** Takes one input. Throws UserError for prices that go back in time or belong to no market of the session. */
  take(input: Input): void
  /** Hands out the records since the last call: memory stays flat as long as it is called. */
  drain(): SessionRecords
  live(): LiveNumbers
  /** Simulated time, UTC milliseconds. */
  now(): number
  /** Ends the session and returns its last records. Call it once. */
  finish(): SessionRecords
}

/** Evaluates the script and prepares its session. Throws UserError, or what the script's top level throws. */
export function createSession(inputs: SessionInputs): Session {
  return new LiveSession(inputs)
}

const MINUTE = 60_000
const NO_END = Number.MAX_SAFE_INTEGER

class LiveSession implements Session {
  readonly warmup: readonly WarmupRequest[]
  readonly #spec: RunSpec
  readonly #assembly: Assembly
  readonly #loop: LiveLoop
  readonly #instruments: readonly Instrument[]
  /** By instrument: those of the markets, and of conversions. */
  readonly #rows = new Map<string, BlockRows>()

  constructor({ spec: given, factory, indicators = [], send, curvePartMs = MINUTE }: SessionInputs) {
    const { sources: read = [], ...rest } = given
    const spec = { ...rest, end: given.end ?? NO_END }
    this.#spec = spec
    const specs = marketSpecs(spec)
    this.#instruments = [...specs.map(({ instrument }) => instrument), ...spec.conversions]
    for (const { id } of this.#instruments) this.#rows.set(id, new BlockRows(spec.barIntervals?.[id] ?? null))
    const markets = specs.map((market, index) => {
      const excursions = new LiveExcursions()
      const parts = { spec: market, rows: this.#rowsOf(market.instrument.id), intrabarTicks: null, excursions }
      const positions = marketPositions(spec, parts, index, this.#conversions(market.instrument.id))
      excursions.connect(positions.open)
      return { ...parts, positions }
    })
    const limits = { ...DEFAULT_RECORD_LIMITS, positions: Infinity, orders: Infinity }
    const recorder = new EquityRecorder(spec.initialBalance, spec.start, curvePartMs)
    const isMerged = markets.length > 1
    const parts = { spec, factory, indicators, limits, recorder, markets, isMerged }
    const sources = read.map(({ id }) => ({ id, columns: knownColumns([]) }))
    this.#assembly = assemble({ ...parts, send: send ?? null, observer: null, sources })
    this.warmup = this.#assembly.plan.requests()
    this.#loop = new LiveLoop(this.#assembly.kernel)
  }

  take(input: Input): void {
    this.#apply(input)
    this.#assembly.guard.check()
  }

  #apply(input: Input): void {
    const { kernel, desk, apply, externals } = this.#assembly
    switch (input.kind) {
      case 'ROWS':
        return this.#takeRows(input)
      case 'CLOSE_UNTIL':
        return kernel.closeUntil(input.time)
      case 'KNOWN':
        return this.#takeKnown(input)
      case 'CONTROL':
        desk.openingsRefused = input.openingsRefused
        return
      case 'EVENT': {
        const [venue] = externals
        if (!venue) throw new UserError('run-input', 'The simulated market takes no events of a venue')
        if (input.isAttached) venue.attachEvent(input.event)
        else kernel.receive(input.event.time, () => apply(input.event))
      }
    }
  }

  drain(): SessionRecords {
    const { account, registry, recorder, log, plots, opened } = this.#assembly
    const ids = account.markets.map(({ instrument }) => instrument.id)
    return {
      positions: account.closed.drain(),
      orders: registry.placed.drain(ids),
      log: log.drain(),
      plots: plots.drain(),
      opened: opened.splice(0),
      ...recorder.drain(),
    }
  }

  live(): LiveNumbers {
    return liveNumbers(this.#assembly)
  }

  now(): number {
    return this.#assembly.clock.time
  }

  finish(): SessionRecords {
    const { account, clock, guard, handlers, kernel, recorder } = this.#assembly
    const isWhole = this.#spec.end !== NO_END
    if (isWhole) kernel.finish()
    handlers.onStop?.()
    guard.check()
    const curve = recorder.finish(isWhole ? this.#spec.end : clock.time, account.balance)
    const days = { time: [...recorder.dayTime], equity: [...recorder.dayEquity] }
    return { ...this.drain(), curve, days }
  }

  #takeRows({ instrumentId, columns }: RowsInput): void {
    const rows = this.#rowsOf(instrumentId)
    const instrument = this.#instruments.find(({ id }) => id === instrumentId) as Instrument
    const { markets } = this.#assembly
    const market = markets.find(({ spec }) => spec.instrument.id === instrumentId)
    const interval = this.#spec.barIntervals?.[instrumentId] ?? null
    const block = marketRows(columns, market ? this.#spec.prices : 'both', instrument.precision, interval)
    if (market) this.#loop.take(market as TradedMarket, rows, block)
    else rows.replace(block)
  }

  /** News is not seen at the time at which the script has looked already. */
  #takeKnown({ sourceId, columns, isHistory }: KnownInput): void {
    const { sources, clock } = this.#assembly
    if (!sources.append(sourceId, columns, isHistory ? -Infinity : clock.time + 1))
      throw new UserError('run-input', `${sourceId} is no dataset of this session`)
  }

  #rowsOf(instrumentId: string): BlockRows {
    const rows = this.#rows.get(instrumentId)
    if (!rows) throw new UserError('run-input', `${instrumentId} is no market of this session`)
    return rows
  }

  /** Other markets of the session can serve for conversions, too. */
  #conversions(own: string): ConversionMarket[] {
    return this.#instruments
      .filter(({ id }) => id !== own)
      .map((instrument) => ({ instrument, rows: this.#rowsOf(instrument.id) }))
  }
}
