import { type BarInterval, defineInstrument, type Instrument, INTERVALS, isBarInterval } from '@tradeloom/domain'
import { DEFAULT_MODELS, type RunSpec, type Series, type SourceSeries } from '@tradeloom/engine'

import type { ScriptHints } from './script-hints.ts'
import { syntheticKnown } from './synthetic-known.ts'
import { syntheticMarket } from './synthetic-market.ts'
import { syntheticMarkets } from './synthetic-markets.ts'

/** What choosing a market requires to know about a script. */
export interface SampleNeeds {
  /** Of `onIntervalClose`. */
  readonly interval: BarInterval
  readonly seed: number
  readonly initialBalance: number
  readonly externals: Readonly<Record<string, number>>
  /** Names in the `market(...)` calls of the script. */
  readonly markets: readonly string[]
  /** Datasets in the `series(...)` calls of the script, by their ids in a run. */
  readonly datasets: readonly string[]
  /** Bars that the script uses, including the run's own interval. */
  readonly intervals: readonly BarInterval[]
  readonly warmup: readonly { readonly interval: string; readonly bars: number }[]
  readonly handlesTicks: boolean
  readonly hints: ScriptHints
}

type RunNeeds = Pick<SampleNeeds, 'interval' | 'seed' | 'initialBalance' | 'externals' | 'markets' | 'datasets'>

export interface Sample {
  readonly spec: RunSpec
  readonly series: readonly Series[]
  /** Datasets that the script reads. */
  readonly sources: readonly SourceSeries[]
}

/** Those of the simulated market, on which scripts run, too: a script cannot tell an analysis by them. */
const PAIR = 'EURUSD:SIM'
const COIN = 'BTCUSDT:SIM'
const DAY = 86_400_000
const WEEK = 7 * DAY
/** A Sunday, 22:00 UTC, when the forex week begins. Far from daylight saving and from the end of the 28-year cycle. */
const USUAL_START = Date.UTC(2024, 0, 7, 22)
const ROW_LENGTHS = [5_000, 15_000, 30_000, 60_000, 300_000, 900_000, 3_600_000]
/** Rows of the sample; each calls `onTick` four times. */
const MAX_ROWS = 36_000
const MAX_ROWS_WITH_TICKS = 18_000
const MAX_HISTORY_ROWS = 60_000
/** Bars wanted of the longest interval. */
const WANTED_BARS = 300
/** Share of a week that a currency market is open. */
const OPEN = 5 / 7

/** A small sample to learn which intervals a script uses. */
export function probeSample(needs: RunNeeds): Sample {
  const { seed } = needs
  const instrument = defineInstrument(PAIR)
  const start = USUAL_START + DAY
  const market = { instrument, seed, from: start, to: start + 3_600_000, rowMs: 5_000, level: 1.1 }
  return sampleOf(market, start, needs)
}

/** A simulated market from `start` on where this script is likely to trade. */
export function syntheticSample(needs: SampleNeeds, start: number): Sample {
  return simulatedSample(needs, start, levelOf(needs.hints))
}

/** For scripts that do not trade on a currency pair: prices of tens of thousands, fractional units, no weekends. */
export function cryptoSample(needs: SampleNeeds): Sample {
  return simulatedSample(needs, USUAL_START, { level: 62_000, instrument: defineInstrument(COIN) })
}

function simulatedSample(needs: SampleNeeds, start: number, { level, instrument }: ReturnType<typeof levelOf>): Sample {
  const { rowMs, span } = sizeOf(needs)
  const history = Math.min(historyOf(needs), (MAX_HISTORY_ROWS * rowMs) / OPEN)
  const market = { instrument, seed: needs.seed, from: start - history, to: start + span, rowMs, level }
  return sampleOf(market, start, needs)
}

/** Starts worth trying, best first: near the dates in the script, if it has any. */
export function startsOf(needs: SampleNeeds): number[] {
  const { instants, maybeInstants, years, dayTable } = needs.hints
  const { span } = sizeOf(needs)
  const starts = covering(instants, span).slice(0, 3)
  if (instants.length === 0) starts.push(USUAL_START)
  if (dayTable) for (let month = 0; month < 12; month += 1) starts.push(sundayBefore(Date.UTC(2024, month, 1)))
  for (const year of new Set(years.slice(0, 2))) {
    for (let month = 0; month < 12; month += 1) starts.push(sundayBefore(Date.UTC(year, month, 1)))
  }
  starts.push(...covering(maybeInstants, span).slice(0, 3))
  if (instants.length > 0) starts.push(USUAL_START)
  return [...new Set(starts)]
}

/** Starts of windows, most covered times first. */
function covering(timestamps: readonly number[], span: number): number[] {
  const starts = new Map<number, number>()
  for (const timestamp of timestamps) starts.set(sundayBefore(timestamp), 0)
  for (const start of starts.keys()) {
    starts.set(start, timestamps.filter((timestamp) => timestamp >= start && timestamp < start + span).length)
  }
  return [...starts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([start]) => start)
}

/** The Sunday at 22:00 UTC that begins the trading week of `time`, at least a day before it. */
function sundayBefore(time: number): number {
  const offset = USUAL_START % WEEK
  return Math.floor((time - DAY - offset) / WEEK) * WEEK + offset
}

function sampleOf(
  market: Parameters<typeof syntheticMarket>[0],
  start: number,
  { interval, seed, initialBalance, externals, markets, datasets }: RunNeeds,
): Sample {
  const { instrument } = market
  const others = syntheticMarkets(markets, market)
  const spec: RunSpec = {
    ...DEFAULT_MODELS,
    instrument,
    ...others.spec,
    interval,
    resolution: 1,
    start,
    end: market.to,
    initialBalance,
    accountCurrency: 'USD',
    externals,
    closures: [],
    seed,
  }
  const series = [{ instrumentId: instrument.id, columns: syntheticMarket(market) }, ...others.series]
  return { spec, series, sources: syntheticKnown(datasets, { from: market.from, to: market.to, seed }) }
}

/** Rows long enough to cover the longest interval and short enough to build the shortest. */
function sizeOf({ intervals, handlesTicks }: SampleNeeds): { rowMs: number; span: number } {
  const lengths = intervals.map((interval) => INTERVALS[interval].ms)
  const shortest = Math.min(...lengths)
  const longest = Math.max(...lengths)
  const most = handlesTicks ? MAX_ROWS_WITH_TICKS : MAX_ROWS
  const wanted = Math.max(longest * WANTED_BARS, 5 * WEEK)
  const fitting = ROW_LENGTHS.filter((ms) => shortest % ms === 0 && (ms >= 60_000 || shortest < 60_000))
  const rowMs = fitting.find((ms) => (wanted * OPEN) / ms <= most) ?? fitting.at(-1) ?? 60_000
  const span = Math.min(wanted, Math.max((most * rowMs) / OPEN, longest * 60))
  return { rowMs, span: Math.max(DAY, Math.floor(span / DAY) * DAY) }
}

/** Milliseconds of history: four times what the script requests, including weekends. */
export function historyOf({ warmup, intervals }: Pick<SampleNeeds, 'warmup' | 'intervals'>): number {
  const asked = warmup.map(({ interval, bars }) => (isBarInterval(interval) ? INTERVALS[interval].ms * bars : 0))
  const some = Math.max(...intervals.map((interval) => INTERVALS[interval].ms * 150))
  const longest = Math.max(...asked, some)
  return Math.ceil((longest * 4.5) / OPEN / DAY) * DAY + 3 * DAY
}

/** The price level found in the script, or that of the euro; high prices have fewer decimals. */
function levelOf({ priceValues }: ScriptHints): { level: number; instrument: Instrument } {
  const level = priceValues.length === 0 ? 1.1 : clusterMedian(priceValues)
  const precision = level < 20 ? 5 : level < 1_000 ? 3 : 2
  const overrides = precision === 5 ? {} : { precision, pipSize: 10 ** (1 - precision) }
  return { level, instrument: defineInstrument(PAIR, overrides) }
}

/** The median of the largest group of numbers within a few percent of each other. */
function clusterMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  let best: readonly number[] = []
  for (let from = 0; from < sorted.length; from++) {
    const group = sorted.slice(from).filter((value) => value <= (sorted[from] as number) * 1.05)
    if (group.length > best.length) best = group
  }
  return best[Math.floor(best.length / 2)] ?? 1.1
}
