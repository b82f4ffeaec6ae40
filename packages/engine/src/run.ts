import { isBarInterval, isoTime, type MarketColumns } from '@tradeloom/domain'

import { checkSpec } from './check-spec.ts'
import { RunInputError } from './errors.ts'
import { Kernel } from './kernel.ts'
import type { IntervalBars } from './market/interval-bars.ts'
import { countCrossed, firstRowAt, isCoarse, type MarketRows, marketRows } from './market/market-rows.ts'
import { Quote } from './market/quote.ts'
import { TradingHours } from './market/trading-hours.ts'
import { warmupRow } from './market/warmup.ts'
import { marginModel } from './account/margin-model.ts'
import { pathRule } from './market/intrabar-path.ts'
import { SimulatedVenue } from './venues/simulated/simulated-venue.ts'
import { FinancingCharges } from './account/financing-charges.ts'
import { Conversion, type ConversionMarket } from './account/conversion.ts'
import { Portfolio } from './account/portfolio.ts'
import { EquityRecorder } from './record/equity-recorder.ts'
import { Excursions } from './record/excursions.ts'
import { Plots } from './record/plots.ts'
import { RunLog } from './record/run-log.ts'
import { composeResult } from './record/compose-result.ts'
import type { LogLine, RunResult } from './run-result.ts'
import type { RunSpec, WarmupRequest } from './run-spec.ts'
import { Events } from './script/events.ts'
import { createScriptApi, intervalInUse } from './script/script-api.ts'
import type { ScriptFactory, ScriptHandlers } from './script/script-types.ts'

/**
 * The rows of one instrument. The first series of a run is the traded one, the others are conversions; ticks of the
 * traded instrument beside its bars decide the minutes whose bars leave open what happened first.
 */
export interface Series {
  readonly instrumentId: string
  readonly columns: MarketColumns
}

/** How much of a run is recorded. */
export interface RecordLimits {
  readonly logLines: number
  readonly logBytes: number
  /** Characters of log in all, dropped lines included; more ends the run. */
  readonly logTotal: number
  readonly positions: number
  readonly orders: number
  /** Values of all plots together: five lines over a year of minutes. Later ones are not kept, and the result says so. */
  readonly plotValues: number
}

export const DEFAULT_RECORD_LIMITS: RecordLimits = {
  logLines: 5_000,
  logBytes: 1_048_576,
  logTotal: 64 * 1_048_576,
  positions: 200_000,
  orders: 500_000,
  plotValues: 2_000_000,
}

export interface RunInputs {
  readonly spec: RunSpec
  readonly series: readonly Series[]
  readonly factory: ScriptFactory
  readonly limits?: Partial<RecordLimits>
  /** Without it metrics get no 95 % intervals, which take longer than the run of a short period. */
  readonly intervals?: boolean
  /** How many times as much history is fed before the start as the script's indicators ask for; 1 unless given. */
  readonly warmupScale?: number
}

/** Cheap numbers for whoever watches. */
export interface LiveNumbers {
  readonly time: number
  readonly equity: number
  readonly balance: number
  readonly openPositions: number
  readonly closedPositions: number
}

/** One run of one script over its data. Errors that the script throws come out of the call that ran it. */
export interface Run {
  /** History that the script's indicators ask for before the start. Known after construction. */
  readonly warmup: readonly WarmupRequest[]
  /** Rows of the traded series from the start of warm-up to the end of the run. */
  readonly events: number
  /** Processes up to `maxRows` rows; false when there are none left. 1,000 to 4,000 at a time run fastest. */
  step(maxRows: number): boolean
  /** 0 to 1. */
  progress(): number
  live(): LiveNumbers
  /** Simulated time, UTC milliseconds. */
  now(): number
  /** The newest log lines so far; also after the script has thrown. */
  log(): readonly LogLine[]
  /** Ends the run and gives its result: 'stopped' leaves the rows that are left out of it. To be called once. */
  finish(reason?: 'completed' | 'stopped'): RunResult
}

/** Evaluates the script and prepares its run. Throws RunInputError, or whatever the script's top level throws. */
export function createRun(inputs: RunInputs): Run {
  return new ScriptRun(inputs)
}

/** Loops of this many rows are compiled well; much longer ones run in a slower mode of the machine. */
const CHUNK = 2_048

class ScriptRun implements Run {
  readonly warmup: readonly WarmupRequest[]
  readonly events: number
  readonly #spec: RunSpec
  readonly #rows: MarketRows
  readonly #kernel: Kernel
  readonly #quote = new Quote()
  readonly #portfolio: Portfolio
  readonly #venue: SimulatedVenue
  readonly #recorder: EquityRecorder
  readonly #log: RunLog
  readonly #plots: Plots
  readonly #bars: { readonly count: number } | null
  readonly #handlers: ScriptHandlers
  readonly #intervals: boolean
  readonly #first: number
  readonly #tradedFrom: number
  readonly #end: number
  /** Ticks before the start that bars of ticks ask for. */
  #ticksWanted = 0
  #row: number

  constructor({ spec, series, factory, limits: wanted, intervals = true, warmupScale = 1 }: RunInputs) {
    checkSpec(spec)
    const limits = { ...DEFAULT_RECORD_LIMITS, ...wanted }
    this.#spec = spec
    this.#intervals = intervals
    this.#rows = tradedRows(spec, series)
    const { time } = this.#rows
    this.#tradedFrom = firstRowAt(time, spec.start)
    // A long bar belongs to the run when all of it does: its close is not known before its end.
    const coarseMs = isCoarse(this.#rows) ? this.#rows.rowMs : 0
    this.#end = firstRowAt(time, coarseMs > 0 ? spec.end - coarseMs + 1 : spec.end)
    if (this.#tradedFrom >= this.#end) {
      throw new RunInputError(
        `There are no ${coarseMs > 0 ? 'whole bars' : 'prices'} of ${spec.instrument.id} from ${isoTime(spec.start)} to ${isoTime(spec.end)}`,
      )
    }
    const conversion = new Conversion(spec.instrument, spec.accountCurrency, conversionMarkets(spec, series))
    const events = new Events()
    const quote = this.#quote
    quote.time = spec.start
    this.#log = new RunLog(limits)
    this.#plots = new Plots(limits.plotValues)
    const excursions = new Excursions(this.#rows)
    this.#portfolio = new Portfolio({
      instrument: spec.instrument,
      conversion,
      margin: marginModel(spec.margin, spec.instrument),
      excursions,
      initialBalance: spec.initialBalance,
      maxPositions: limits.positions,
    })
    const financing = new FinancingCharges(spec, this.#portfolio, quote)
    this.#venue = new SimulatedVenue(spec, {
      quote,
      portfolio: this.#portfolio,
      events,
      log: this.#log,
      maxOrders: limits.orders,
      coarseMs,
      financing,
    })
    this.#recorder = new EquityRecorder(spec.initialBalance, spec.start, spec.end)
    this.#kernel = new Kernel({
      rows: this.#rows,
      intrabarTicks: intrabarTickRows(spec, series),
      quote,
      venue: this.#venue,
      portfolio: this.#portfolio,
      conversion,
      recorder: this.#recorder,
      excursions,
      financing,
      tradingHours: new TradingHours(spec, coarseMs),
      events,
      path: pathRule(spec.path),
      epsilon: 10 ** -spec.instrument.precision / 4,
      start: spec.start,
      end: spec.end,
    })
    const requests: WarmupRequest[] = []
    this.#handlers = this.#evaluate(factory, requests, events)
    this.warmup = requests
    this.#bars = isBarInterval(spec.interval) ? (this.#kernel.interval(spec.interval) ?? null) : null
    const scaled = requests.map(({ interval, bars }) => ({ interval, bars: Math.ceil(bars * warmupScale) }))
    const ticks = Math.min(this.#tradedFrom, Math.ceil(this.#ticksWanted * warmupScale))
    this.#first = Math.min(warmupRow(time, this.#tradedFrom, scaled), this.#tradedFrom - ticks)
    this.#kernel.alignTickBars(this.#tradedFrom - this.#first)
    this.#row = this.#first
    this.events = this.#end - this.#first
  }

  step(maxRows: number): boolean {
    const to = Math.min(this.#end, this.#row + maxRows)
    while (this.#row < to) {
      const next = Math.min(to, this.#row + CHUNK)
      this.#kernel.step(this.#row, next)
      this.#row = next
    }
    return this.#row < this.#end
  }

  progress(): number {
    return this.events === 0 ? 1 : (this.#row - this.#first) / this.events
  }

  now(): number {
    return this.#quote.time
  }

  log(): readonly LogLine[] {
    return this.#log.lines()
  }

  live(): LiveNumbers {
    const { bid, ask, time } = this.#quote
    const { balance, open, closed } = this.#portfolio
    const equity = open.size === 0 ? balance : balance + this.#portfolio.unrealizedAt(bid, ask)
    return { time, equity, balance, openPositions: open.size, closedPositions: closed.count }
  }

  finish(reason: 'completed' | 'stopped' = 'completed'): RunResult {
    const lastPriceTime = this.#quote.time
    if (reason === 'completed') this.#kernel.finish()
    const { onStop } = this.#handlers
    onStop?.()
    return composeResult({
      spec: this.#spec,
      rows: this.#rows,
      quote: this.#quote,
      portfolio: this.#portfolio,
      venue: this.#venue,
      recorder: this.#recorder,
      log: this.#log,
      plots: this.#plots,
      firstRow: this.#tradedFrom,
      lastRow: this.#row - 1,
      minutesResolvedByTicks: this.#kernel.minutesResolvedByTicks,
      closedRows: this.#kernel.closedRows,
      hasOnTick: this.#handlers.onTick !== undefined,
      intervals: this.#intervals,
      ticks: (this.#row - this.#first) * (this.#rows.kind === 'bar' ? 4 : 1),
      crossed: countCrossed(this.#rows, this.#tradedFrom, this.#row),
      bars: this.#bars?.count ?? 0,
      warmupRows: Math.min(this.#row, this.#tradedFrom) - this.#first,
      end: reason === 'completed' ? this.#spec.end : lastPriceTime,
      lastPriceTime,
    })
  }

  #evaluate(factory: ScriptFactory, requests: WarmupRequest[], events: Events): ScriptHandlers {
    const kernel = this.#kernel
    const parts = {
      spec: this.#spec,
      quote: this.#quote,
      kernel,
      venue: this.#venue,
      portfolio: this.#portfolio,
      log: this.#log,
      plots: this.#plots,
      rows: this.#rows,
      requestWarmup: ({ interval }: IntervalBars, bars: number) => {
        if (typeof interval === 'string') requests.push({ interval, bars })
        else this.#ticksWanted = Math.max(this.#ticksWanted, interval.ticks * bars)
      },
    }
    const { interval } = this.#spec
    const bars = interval === 'Tick' ? null : intervalInUse(parts, interval)
    const handlers = factory(createScriptApi(parts))
    kernel.onTick = handlers.onTick
    kernel.onStart = handlers.onStart
    events.handlers = {
      onOrder: handlers.onOrder,
      onPositionOpened: handlers.onPositionOpened,
      onPositionClosed: handlers.onPositionClosed,
    }
    const { onIntervalClose } = handlers
    if (onIntervalClose && bars) bars.handlers.unshift((bar) => onIntervalClose(bar))
    return handlers
  }
}

function tradedRows(spec: RunSpec, series: readonly Series[]): MarketRows {
  const [first] = series
  if (!first || first.instrumentId !== spec.instrument.id) {
    throw new RunInputError(`The first series must be the traded one, ${spec.instrument.id}`)
  }
  const { kind } = first.columns
  if (spec.resolution === 0 && kind !== 'tick') {
    throw new RunInputError(`Tick resolution needs ticks of ${spec.instrument.id}, and there are only bars`)
  }
  if (spec.resolution === 1 && kind !== 'bar') {
    throw new RunInputError(`Minute resolution needs bars of ${spec.instrument.id}, and there are only ticks`)
  }
  const { id, precision } = spec.instrument
  return marketRows(first.columns, spec.prices, precision, spec.barIntervals?.[id] ?? null)
}

/** Ticks of the traded instrument beside its bars. */
function intrabarTickRows(spec: RunSpec, series: readonly Series[]): MarketRows | null {
  const ticks = series.slice(1).find(({ instrumentId }) => instrumentId === spec.instrument.id)
  if (!ticks) return null
  if (ticks.columns.kind !== 'tick') throw new RunInputError(`${spec.instrument.id} was given twice`)
  return marketRows(ticks.columns, spec.prices, spec.instrument.precision)
}

/** Conversions use both sides as they are, whatever the run trades on. */
function conversionMarkets({ conversions, barIntervals }: RunSpec, series: readonly Series[]): ConversionMarket[] {
  const markets: ConversionMarket[] = []
  for (const { instrumentId, columns } of series.slice(1)) {
    const instrument = conversions.find(({ id }) => id === instrumentId)
    if (!instrument) continue
    const interval = barIntervals?.[instrumentId] ?? null
    markets.push({ instrument, rows: marketRows(columns, 'both', instrument.precision, interval) })
  }
  return markets
}
