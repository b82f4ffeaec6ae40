import { createRandom, isBarInterval } from '@tradeloom/domain'
import type { CustomIndicator } from '@tradeloom/indicators'

import { Account } from './account/account.ts'
import { applyOutsideEvent, type OutsideContext } from './account/apply-outside-event.ts'
import { Booking } from './account/booking.ts'
import { livePositions } from './account/live-positions.ts'
import type { MarketPositions } from './account/market-positions.ts'
import { orNull } from './account/open-position.ts'
import { checkSpec } from './check-spec.ts'
import { Kernel } from './kernel.ts'
import { createLoop } from './loops/create-loop.ts'
import type { Loop } from './loops/loop.ts'
import { Clock } from './market/clock.ts'
import type { IntervalBars } from './market/interval-bars.ts'
import { expectRowBars } from './market/row-bars.ts'
import type { TradedMarket } from './market/traded-market.ts'
import { WarmupPlan } from './market/warmup.ts'
import { OrderDesk } from './orders/order-desk.ts'
import { OrderRegistry } from './orders/order-registry.ts'
import type { OutsideEvent } from './ports/event-queue.ts'
import { NO_MARGIN_WATCH } from './ports/margin-watch.ts'
import { composeResult } from './record/compose-result.ts'
import type { CompactResult } from './record/compact-result.ts'
import { expandResult } from './record/expand-result.ts'
import { composeLean } from './record/compose-lean.ts'
import type { LeanResult } from './record/lean-result.ts'
import { EquityRecorder } from './record/equity-recorder.ts'
import { maxResultBytes } from './record/max-result-bytes.ts'
import { PlacedOrders } from './record/placed-orders.ts'
import { Plots } from './record/plots.ts'
import type { ResultParts } from './record/result-parts.ts'
import { RunLog } from './record/run-log.ts'
import { headlineOf } from './record/statistics-of.ts'
import { type MarketData, marketData, marketPositions, marketSpecs, outside, tradedMarket } from './run-markets.ts'
import type { LogLine, PositionView, RunResult } from './run-result.ts'
import type { RunSpec, WarmupRequest } from './run-spec.ts'
import { Events } from './script/events.ts'
import type { Series } from './series.ts'
import { createScriptApi } from './script/script-api.ts'
import { ignoresArgument } from './script/ignores-argument.ts'
import { intervalInUse } from './script/interval-in-use.ts'
import { ScriptActivity } from './script/script-activity.ts'
import { ScriptGuard } from './script/script-guard.ts'
import type { ScriptFactory, ScriptHandlers } from './script/script-types.ts'
import type { VenueLink } from './venues/external/external-venue.ts'
import { Liquidation } from './venues/simulated/liquidation.ts'

/** How much of a run is recorded. */
export interface RecordLimits {
  readonly logLines: number
  readonly logBytes: number
  /** Maximum log characters in total, including dropped lines; more ends the run. */
  readonly logTotal: number
  readonly positions: number
  readonly orders: number
  /**
   * Maximum values of all plots together: five lines over a year of minutes. Later ones are not kept, and the result
   * says so.
   */
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
  /** Indicators of users that the script may name. */
  readonly indicators?: readonly CustomIndicator[]
  readonly limits?: Partial<RecordLimits>
  /** Without it, metrics have no 95% intervals, which take longer than a run over a short period. */
  readonly intervals?: boolean
  /** Multiplies the history that is fed before the start; 1 by default. */
  readonly warmupScale?: number
  /** Where orders go instead of the simulated market; fills then arrive as events. */
  readonly venue?: VenueLink
  /** Merges by time even for a single market, which uses the loop of several markets. */
  readonly merge?: boolean
}

/** What is shown of a run in progress: cheap numbers, and its newest positions. */
export interface LiveNumbers {
  readonly time: number
  /** Of the traded market; null before its first price. */
  readonly bid: number | null
  readonly ask: number | null
  readonly equity: number
  readonly balance: number
  readonly openPositions: number
  readonly closedPositions: number
  /** The last ones that were closed, then the last ones that were opened. */
  readonly positions: readonly PositionView[]
}

/** One run of one script over its data. Errors thrown by the script propagate from the call that ran it. */
export interface Run {
  /** The history before the start that the script's indicators request. Known after construction. */
  readonly warmup: readonly WarmupRequest[]
  /** Rows of the traded series from the start of warm-up to the end of the run. */
  readonly events: number
  /** Whether the path that prices are assumed to take inside a bar has decided anything so far. */
  readonly hasPathDecided: boolean
  /** Processes up to `maxRows` rows; returns false if none are left. 1,000 to 4,000 at a time are fastest. */
  step(maxRows: number): boolean
  /** Applies an event of an external venue that comes without a price, between two steps. */
  receive(event: OutsideEvent): void
  /** 0 to 1. */
  progress(): number
  live(): LiveNumbers
  /** The largest fall of the equity from a peak so far, percent. */
  drawdown(): number
  /** The bytes of the serialized result so far are not more than this. */
  maxResultBytes(): number
  /** Simulated time, UTC milliseconds. */
  now(): number
  /** The newest log lines so far, even after the script has thrown. */
  log(): readonly LogLine[]
  /** Ends the run and returns its result; 'stopped' excludes the remaining rows. Call it once. */
  finish(reason?: 'completed' | 'stopped'): RunResult
  /** The result as columns, without anything that can be computed from them; `expandResult` adds the rest. */
  finishCompact(reason?: 'completed' | 'stopped'): CompactResult
  /** A few numbers of the result and the metrics of these keys, for parameter sweeps. */
  finishLean(reason: 'completed' | 'stopped', metrics: readonly string[]): LeanResult
}

/** Evaluates the script and prepares its run. Throws UserError, or what the script's top level throws. */
export function createRun(inputs: RunInputs): Run {
  return new ScriptRun(inputs)
}

class ScriptRun implements Run {
  readonly warmup: readonly WarmupRequest[]
  readonly #spec: RunSpec
  readonly #data: readonly MarketData[]
  readonly #clock = new Clock()
  readonly #account: Account
  readonly #registry: OrderRegistry
  readonly #recorder: EquityRecorder
  readonly #log: RunLog
  readonly #plots: Plots
  readonly #events = new Events()
  readonly #activity = new ScriptActivity()
  readonly #guard = new ScriptGuard()
  readonly #markets: readonly TradedMarket[]
  readonly #kernel: Kernel
  readonly #outside: OutsideContext
  readonly #loop: Loop
  readonly #handlers: ScriptHandlers
  readonly #bars: IntervalBars | null
  readonly #intervals: boolean

  constructor(inputs: RunInputs) {
    const { spec, series, factory, indicators = [], limits: wanted, intervals = true } = inputs
    const { warmupScale = 1, merge, venue } = inputs
    checkSpec(spec)
    const limits = { ...DEFAULT_RECORD_LIMITS, ...wanted }
    this.#spec = spec
    this.#intervals = intervals
    this.#data = marketSpecs(spec).map((market) => marketData(spec, market, series))
    const clock = this.#clock
    clock.time = spec.start
    const events = this.#events
    this.#log = new RunLog(limits)
    this.#plots = new Plots(limits.plotValues)
    const positions = this.#data.map((data, place) => marketPositions(spec, data, place, series))
    const account = new Account({
      markets: positions,
      initialBalance: spec.initialBalance,
      maxPositions: limits.positions,
    })
    const registry = new OrderRegistry({
      clock,
      events,
      log: this.#log,
      instrumentIds: positions.map(({ instrument }) => instrument.id),
      maxOrders: limits.orders,
      placed: new PlacedOrders(),
    })
    const liquidation = new Liquidation({ clock, account, registry, log: this.#log })
    const booking = new Booking(account, registry, events)
    const random = createRandom(spec.seed)
    this.#account = account
    this.#registry = registry
    const context = { spec, clock, account, booking, registry, events, liquidation, random, link: venue ?? null }
    this.#outside = outside(context)
    this.#markets = positions.map((one) => tradedMarket(context, this.#data[one.market] as MarketData, one))
    registry.connect(this.#markets.map(({ venue }) => venue))
    this.#recorder = new EquityRecorder(spec.initialBalance, spec.start, spec.end)
    this.#kernel = new Kernel({
      clock,
      account,
      markets: this.#markets,
      isMerged: merge ?? this.#markets.length > 1,
      marginWatch: venue ? NO_MARGIN_WATCH : liquidation,
      recorder: this.#recorder,
      events,
      activity: this.#activity,
      path: spec.path,
      start: spec.start,
      end: spec.end,
    })
    const plan = new WarmupPlan(this.#markets)
    this.#bars = isBarInterval(spec.interval) ? intervalInUse(this.#kernel, this.#own, spec.interval) : null
    this.#handlers = this.#evaluate(factory, indicators, plan)
    this.warmup = plan.requests()
    const ranges = this.#data.map(({ from, to, more }, place) => {
      const market = this.#markets[place] as TradedMarket
      const first = plan.firstRow(market, from, warmupScale)
      for (const bars of market.tickBars) bars.align(from - first)
      // Outside events could end a bar before its row is through.
      if (!venue) expectRowBars(market, first, to)
      return { market, from: first, to, more }
    })
    this.#loop = createLoop(this.#kernel, ranges, merge)
  }

  get events(): number {
    return this.#loop.rows
  }

  get hasPathDecided(): boolean {
    if (this.#registry.placed.count === 0) return false
    // A script that is given the prices inside of bars follows their path.
    return this.#markets.some(({ venue, onTick, rows }) => venue.hasPathDecided || (onTick && rows.kind === 'bar'))
  }

  step(maxRows: number): boolean {
    this.#loop.step(maxRows)
    this.#guard.check()
    return this.#loop.done < this.#loop.rows
  }

  receive(event: OutsideEvent): void {
    this.#kernel.receive(event.time, () => applyOutsideEvent(this.#outside, event))
  }

  progress(): number {
    return this.events === 0 ? 1 : this.#loop.done / this.events
  }

  now(): number {
    return this.#clock.time
  }

  log(): readonly LogLine[] {
    return this.#log.lines()
  }

  live(): LiveNumbers {
    const { balance, openCount, closed, markets } = this.#account
    const { bid, ask } = (markets[0] as MarketPositions).quote
    return {
      time: this.#clock.time,
      bid: orNull(bid),
      ask: orNull(ask),
      equity: this.#account.equity(),
      balance,
      openPositions: openCount,
      closedPositions: closed.count,
      positions: livePositions(this.#account),
    }
  }

  drawdown(): number {
    return headlineOf({ account: this.#account, recorder: this.#recorder }).maxDrawdownPercentage
  }

  maxResultBytes(): number {
    const { closed, openCount } = this.#account
    return maxResultBytes(closed.count + openCount, this.#registry.placed.count, this.#plots.count)
  }

  finish(reason: 'completed' | 'stopped' = 'completed'): RunResult {
    return expandResult(this.finishCompact(reason), { intervals: this.#intervals })
  }

  finishLean(reason: 'completed' | 'stopped', metrics: readonly string[]): LeanResult {
    return composeLean(this.#end(reason), metrics)
  }

  finishCompact(reason: 'completed' | 'stopped' = 'completed'): CompactResult {
    return composeResult(this.#end(reason))
  }

  #end(reason: 'completed' | 'stopped'): ResultParts {
    const lastPriceTime = this.#clock.time
    if (reason === 'completed') this.#kernel.finish()
    const { onStop } = this.#handlers
    onStop?.()
    this.#guard.check()
    return {
      spec: this.#spec,
      markets: this.#data.map((data, place) => {
        const market = this.#markets[place] as TradedMarket
        return { data, market, ...this.#loop.progressOf(place) }
      }),
      account: this.#account,
      orders: this.#registry.placed,
      recorder: this.#recorder,
      log: this.#log,
      plots: this.#plots,
      bars: this.#bars?.count ?? 0,
      hasPathDecided: this.hasPathDecided,
      end: reason === 'completed' ? this.#spec.end : lastPriceTime,
      lastPriceTime,
    }
  }

  /** The market of the run's instrument. */
  get #own(): TradedMarket {
    return this.#markets[0] as TradedMarket
  }

  #evaluate(factory: ScriptFactory, indicators: readonly CustomIndicator[], plan: WarmupPlan): ScriptHandlers {
    const kernel = this.#kernel
    const handlers = factory(
      createScriptApi({
        spec: this.#spec,
        clock: this.#clock,
        kernel,
        account: this.#account,
        registry: this.#registry,
        desk: new OrderDesk(this.#account, this.#registry, this.#activity, this.#clock),
        log: this.#log,
        guard: this.#guard,
        plots: this.#plots,
        indicators,
        requestWarmup: (market, bars, count) => plan.add(market, bars.interval, count),
      }),
      this.#guard,
    )
    this.#guard.check()
    const { onStart, onTick, onIntervalClose, onOrder, onPositionOpened, onPositionClosed } = handlers
    if (onTick) this.#own.addTickHandler(onTick, true)
    kernel.onStart = onStart
    this.#events.listen({ onOrder, onPositionOpened, onPositionClosed })
    if (onIntervalClose && this.#bars) {
      this.#bars.addHandler(onIntervalClose, !ignoresArgument(onIntervalClose), true)
    }
    return handlers
  }
}
