import { type BarInterval, defineInstrument, type Instrument, INTERVALS, isBarInterval } from '@tradeloom/domain'
import { DEFAULT_MODELS, type RunSpec, type Series } from '@tradeloom/engine'

import type { ScriptHints } from './script-hints.ts'
import { syntheticMarket } from './synthetic-market.ts'

/** What the choice of a market needs to know of a script. */
export interface SampleNeeds {
  /** Of `onIntervalClose`. */
  readonly interval: BarInterval
  readonly seed: number
  readonly externals: Readonly<Record<string, number>>
  /** Bars that the script uses, the run's own interval included. */
  readonly intervals: readonly BarInterval[]
  readonly warmup: readonly { readonly interval: string; readonly bars: number }[]
  readonly handlesTicks: boolean
  readonly hints: ScriptHints
}

export interface Sample {
  readonly spec: RunSpec
  readonly series: readonly Series[]
}

const DAY = 86_400_000
const WEEK = 7 * DAY
/** A Sunday, 22:00 UTC: the week of currencies begins. Far from summer time and from the end of the 28-year cycle. */
const USUAL_START = Date.UTC(2024, 0, 7, 22)
const ROW_LENGTHS = [5_000, 15_000, 30_000, 60_000, 300_000, 900_000, 3_600_000]
/** Rows of the sample: `onTick` is called four times for each. */
const MOST_ROWS = 36_000
const MOST_ROWS_WITH_TICKS = 18_000
const MOST_HISTORY_ROWS = 60_000
/** Fewer bars of the longest interval say little. */
const WANTED_BARS = 300
/** Share of a week that a currency market is open. */
const OPEN = 5 / 7

/** A small sample with which to learn what intervals a script uses. */
export function probeSample(interval: BarInterval, seed: number, externals: Readonly<Record<string, number>>): Sample {
  const instrument = defineInstrument('EURUSD:SYNTHETIC')
  const start = USUAL_START + DAY
  const market = { instrument, seed, from: start, to: start + 3_600_000, rowMs: 5_000, level: 1.1 }
  return sampleOf(market, start, { interval, seed, externals })
}

/** An invented market on which this script has something to do, from `start` on. */
export function syntheticSample(needs: SampleNeeds, start: number): Sample {
  return inventedSample(needs, start, levelOf(needs.hints))
}

/** For scripts that find nothing to do on a currency: prices of tens of thousands, parts of a unit, no weekends. */
export function coinSample(needs: SampleNeeds): Sample {
  return inventedSample(needs, USUAL_START, { level: 40_000, instrument: defineInstrument('BTCUSD:SYNTHETIC') })
}

function inventedSample(needs: SampleNeeds, start: number, { level, instrument }: ReturnType<typeof levelOf>): Sample {
  const { rowMs, span } = sizeOf(needs)
  const history = Math.min(historyOf(needs), (MOST_HISTORY_ROWS * rowMs) / OPEN)
  const market = { instrument, seed: needs.seed, from: start - history, to: start + span, rowMs, level }
  return sampleOf(market, start, needs)
}

/** Starts worth trying, best first: where the script's own dates lie, else any. */
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

/** Starts of windows, those first in which most of the moments lie. */
function covering(moments: readonly number[], span: number): number[] {
  const starts = new Map<number, number>()
  for (const moment of moments) starts.set(sundayBefore(moment), 0)
  for (const start of starts.keys()) {
    starts.set(start, moments.filter((moment) => moment >= start && moment < start + span).length)
  }
  return [...starts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([start]) => start)
}

/** The Sunday at 22:00 UTC that begins the trading week before `time`, with some days to spare. */
function sundayBefore(time: number): number {
  const offset = USUAL_START % WEEK
  return Math.floor((time - DAY - offset) / WEEK) * WEEK + offset
}

function sampleOf(
  market: Parameters<typeof syntheticMarket>[0],
  start: number,
  { interval, seed, externals }: Pick<SampleNeeds, 'interval' | 'seed' | 'externals'>,
): Sample {
  const { instrument } = market
  const spec: RunSpec = {
    ...DEFAULT_MODELS,
    instrument,
    conversions: [],
    interval,
    resolution: 1,
    start,
    end: market.to,
    // Deep pockets: a margin call would end the proof.
    initialBalance: 1_000_000_000,
    accountCurrency: 'USD',
    externals,
    closures: [],
    seed,
  }
  return { spec, series: [{ instrumentId: instrument.id, columns: syntheticMarket(market) }] }
}

/** Rows so long that the longest interval has its bars and the shortest can be made of them. */
function sizeOf({ intervals, handlesTicks }: SampleNeeds): { rowMs: number; span: number } {
  const lengths = intervals.map((interval) => INTERVALS[interval].ms)
  const shortest = Math.min(...lengths)
  const longest = Math.max(...lengths)
  const most = handlesTicks ? MOST_ROWS_WITH_TICKS : MOST_ROWS
  const wanted = Math.max(longest * WANTED_BARS, 5 * WEEK)
  const fitting = ROW_LENGTHS.filter((ms) => shortest % ms === 0 && (ms >= 60_000 || shortest < 60_000))
  const rowMs = fitting.find((ms) => (wanted * OPEN) / ms <= most) ?? fitting.at(-1) ?? 60_000
  const span = Math.min(wanted, Math.max((most * rowMs) / OPEN, longest * 60))
  return { rowMs, span: Math.max(DAY, Math.floor(span / DAY) * DAY) }
}

/** Milliseconds of history: four times what is asked for, counted with weekends. */
export function historyOf({ warmup, intervals }: Pick<SampleNeeds, 'warmup' | 'intervals'>): number {
  const asked = warmup.map(({ interval, bars }) => (isBarInterval(interval) ? INTERVALS[interval].ms * bars : 0))
  const some = Math.max(...intervals.map((interval) => INTERVALS[interval].ms * 150))
  const longest = Math.max(...asked, some)
  return Math.ceil((longest * 4.5) / OPEN / DAY) * DAY + 3 * DAY
}

/** Where the script's prices lie, else where the euro does; small units have fewer decimals. */
function levelOf({ priceValues }: ScriptHints): { level: number; instrument: Instrument } {
  const level = priceValues.length === 0 ? 1.1 : middleOfMost(priceValues)
  const precision = level < 20 ? 5 : level < 1_000 ? 3 : 2
  const overrides = precision === 5 ? {} : { precision, pipSize: 10 ** (1 - precision) }
  return { level, instrument: defineInstrument('EURUSD:SYNTHETIC', overrides) }
}

/** The median of the largest group of numbers that lie within a few per cent of each other. */
function middleOfMost(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  let best: readonly number[] = []
  for (let from = 0; from < sorted.length; from++) {
    const group = sorted.slice(from).filter((value) => value <= (sorted[from] as number) * 1.05)
    if (group.length > best.length) best = group
  }
  return best[Math.floor(best.length / 2)] ?? 1.1
}
