import type { CustomIndicator } from '@tradeloom/indicators'

import { type Assembly, assemble } from './assemble.ts'
import { checkSpec } from './check-spec.ts'
import { type LiveNumbers, liveNumbers } from './live-numbers.ts'
import { createLoop } from './loops/create-loop.ts'
import type { Loop } from './loops/loop.ts'
import { expectRowBars } from './loops/row-bars.ts'
import type { TradedMarket } from './traded-market.ts'
import type { ScriptObserver } from './script/script-observer.ts'
import { composeResult } from './result/compose-result.ts'
import type { CompactResult } from './result/compact-result.ts'
import { expandResult } from './result/expand-result.ts'
import { composeLean } from './result/compose-lean.ts'
import type { LeanResult } from './result/lean-result.ts'
import { EquityRecorder } from './record/equity-recorder.ts'
import { maxResultBytes } from './result/max-result-bytes.ts'
import { DEFAULT_RECORD_LIMITS, type RecordLimits } from './record/record-limits.ts'
import type { ResultParts } from './result/result-parts.ts'
import { headlineOf } from './result/statistics-of.ts'
import { conversionMarkets, type MarketData, marketData, marketPositions, marketSpecs } from './run-markets.ts'
import type { LogLine, RunResult } from './run-result.ts'
import type { RunSpec, WarmupRequest } from './run-spec.ts'
import type { Series, SourceSeries } from './series.ts'
import type { ScriptFactory } from './script/script-types.ts'

export interface RunInputs {
  readonly spec: RunSpec
  readonly series: readonly Series[]
  /** Datasets that the script reads. */
  readonly sources?: readonly SourceSeries[]
  readonly factory: ScriptFactory
  /** Indicators of users that the script may name. */
  readonly indicators?: readonly CustomIndicator[]
  readonly limits?: Partial<RecordLimits>
  /** Without it, metrics have no 95% intervals, which take longer than a run over a short period. */
  readonly intervals?: boolean
  /** Multiplies the history that is fed before the start; 1 by default. */
  readonly warmupScale?: number
  /** Merges by time even for a single market, which uses the loop of several markets. */
  readonly merge?: boolean
  readonly observer?: ScriptObserver
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
  readonly #assembly: Assembly
  readonly #loop: Loop
  readonly #intervals: boolean

  constructor(inputs: RunInputs) {
    const { spec, series, sources = [], factory, indicators = [], limits = {}, intervals = true } = inputs
    const { warmupScale = 1, merge, observer = null } = inputs
    this.#spec = spec
    this.#intervals = intervals
    checkSpec(spec)
    this.#data = marketSpecs(spec).map((market) => marketData(spec, market, series))
    const assembly = assemble({
      spec,
      factory,
      indicators,
      limits: { ...DEFAULT_RECORD_LIMITS, ...limits },
      recorder: new EquityRecorder(spec.initialBalance, spec.start, (spec.end - spec.start) / CURVE_PARTS),
      markets: this.#data.map((data, index) => ({
        ...data,
        positions: marketPositions(spec, data, index, conversionMarkets(spec, data.spec, series)),
      })),
      isMerged: merge ?? this.#data.length > 1,
      send: null,
      observer,
      sources,
    })
    this.#assembly = assembly
    const { plan, markets, kernel } = assembly
    this.warmup = plan.requests()
    const ranges = this.#data.map(({ from, to }, index) => {
      const market = markets[index] as TradedMarket
      const first = plan.firstRow(market, from, warmupScale)
      for (const bars of market.tickBars) bars.align(from - first)
      expectRowBars(market, first, to)
      return { market, from: first, to }
    })
    this.#loop = createLoop(kernel, ranges, merge)
  }

  get events(): number {
    return this.#loop.rows
  }

  get hasPathDecided(): boolean {
    const { registry, markets } = this.#assembly
    if (registry.placed.count === 0) return false
    // A script that is given the prices inside of bars follows their path.
    return markets.some(
      ({ pathChooser, onTick, rows }) => pathChooser.hasPathDecided || (onTick && rows.kind === 'bar'),
    )
  }

  step(maxRows: number): boolean {
    this.#loop.step(maxRows)
    this.#assembly.guard.check()
    return this.#loop.done < this.#loop.rows
  }

  progress(): number {
    return this.events === 0 ? 1 : this.#loop.done / this.events
  }

  now(): number {
    return this.#assembly.clock.time
  }

  log(): readonly LogLine[] {
    return this.#assembly.log.lines()
  }

  live(): LiveNumbers {
    return liveNumbers(this.#assembly)
  }

  drawdown(): number {
    return headlineOf(this.#assembly).maxDrawdownPercentage
  }

  maxResultBytes(): number {
    const { account, registry, plots } = this.#assembly
    return maxResultBytes(account.closed.count + account.openCount, registry.placed.count, plots.count)
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
    const {
      clock,
      account,
      registry,
      recorder,
      log,
      plots,
      bars,
      kernel,
      handlers,
      markets,
      guard,
      revised,
      openedSources,
    } = this.#assembly
    const lastPriceTime = clock.time
    if (reason === 'completed') kernel.finish()
    const { onStop } = handlers
    onStop?.()
    guard.check()
    return {
      spec: this.#spec,
      markets: this.#data.map((data, index) => {
        const market = markets[index] as TradedMarket
        return { data, market, ...this.#loop.progressOf(index) }
      }),
      account,
      orders: registry.placed,
      recorder,
      log,
      plots,
      revised,
      leftOut: openedSources.flatMap((source) => source.leftOut ?? []),
      bars: bars?.count ?? 0,
      hasPathDecided: this.hasPathDecided,
      end: reason === 'completed' ? this.#spec.end : lastPriceTime,
      lastPriceTime,
    }
  }
}

/** Parts of the run of which the equity curve keeps the extremes. */
const CURVE_PARTS = 1_000
