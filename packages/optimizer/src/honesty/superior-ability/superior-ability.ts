import { bootstrapMaxima, type MaximumStatistic } from './bootstrap-maxima.ts'
import { type PanelStatistics, panelStatistics } from './panel-statistics.ts'
import type { ReturnsPanel } from './returns-panel.ts'
import { type StationaryDraws, stationaryDraws } from './stationary-draws.ts'

export interface SuperiorAbilityOptions {
  readonly seed: number
  readonly restart?: number
  readonly draws?: number
  /** Level of the stepdown; null for no stepdown, each step of which takes as long as the rest. */
  readonly level?: number | null
}

/** Whether any trial beats the benchmark, considering that the best of many was picked. */
export interface SuperiorAbility {
  /** Hansen's statistic: the largest studentized mean, at least 0. */
  readonly statistic: number
  /** p values of Hansen's test (2005): bounds, and the consistent one between them. */
  readonly lower: number
  readonly consistent: number
  readonly upper: number
  /**
   * The same test with every mean divided by the deviation of its own days, in the trials as in each draw: the one that
   * keeps its level with many trials. Null if none has traded on enough days.
   */
  readonly studentized: StudentizedTest | null
  /** p value of White's Reality Check (2000). */
  readonly realityCheck: number
  /** Places of the trials that beat the benchmark one by one (Romano and Wolf 2005). */
  readonly superior: readonly number[]
  readonly draws: number
}

export interface StudentizedTest {
  readonly p: number
  /** The largest ratio of all trials, at least 0, and that of each draw. */
  readonly statistic: number
  readonly drawn: Float64Array
}

const RESTART = 0.1
const LEVEL = 0.05
/** Blocks of all draws and trials together. */
const WORK = 2e8
/** Draws that miss most of fewer days than these have almost no deviation, and would exceed everything. */
const MIN_TRADED_DAYS = 30

/**
 * Null without a trial whose returns vary. Hansen's test divides by deviations that are estimated once, from the order of
 * the days. With many trials over few days some are estimated far too low, and it rejects too often: for 1,000 trials
 * without an edge over 250 days in a third of the cases at 5%. The studentized form and the Reality Check stay at their
 * level: decision 57.
 */
export function superiorAbility(panel: ReturnsPanel, options: SuperiorAbilityOptions): SuperiorAbility | null {
  const { seed, restart = RESTART, level = LEVEL, draws = drawsFor(panel, restart) } = options
  const { days } = panel
  const all = panelStatistics(panel, restart)
  if (all.places.length === 0) return null
  const drawn = stationaryDraws(days, { draws, restart, seed })
  const centers = centersOf(all, days)
  const studentized = (values: Float64Array): MaximumStatistic => ({
    centers: values,
    scales: all.deviations,
    floor: 0,
  })
  const own = ownStatistic(all, days)
  const [lower, consistent, upper, plain, studentizedMaxima] = bootstrapMaxima(panel, all.places, drawn, [
    studentized(centers.lower),
    studentized(centers.consistent),
    studentized(all.means),
    { centers: all.means, scales: 'one', floor: -Infinity },
    own,
  ]) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]
  const statistic = Math.max(0, maximum(all.ratios))
  return {
    statistic,
    lower: shareReaching(lower, statistic),
    consistent: shareReaching(consistent, statistic),
    upper: shareReaching(upper, statistic),
    studentized:
      own.statistic === null
        ? null
        : {
            p: shareReaching(studentizedMaxima, own.statistic),
            statistic: own.statistic,
            drawn: studentizedMaxima,
          },
    realityCheck: shareReaching(plain, Math.sqrt(days) * maximum(all.means)),
    superior:
      level === null ? [] : stepDown(panel, all, { drawn, centers: centers.consistent, maxima: consistent, level }),
    draws,
  }
}

function drawsFor({ trials, days }: ReturnsPanel, restart: number): number {
  return Math.round(Math.min(2_000, Math.max(500, WORK / (trials * days * restart))))
}

/** Trials that are clearly worse than the benchmark must not raise the p value: the consistent center leaves them there. */
function centersOf({ means, ratios }: PanelStatistics, days: number) {
  return { lower: means.map((mean) => Math.max(0, mean)), consistent: consistentCenters(means, ratios, days) }
}

/** The largest mean by the deviation of its days, among the trials that traded on enough of them. */
function ownStatistic({ means, spreads, tradedDays }: PanelStatistics, days: number) {
  const ratios = means.map((mean, k) => (Math.sqrt(days) * mean) / (spreads[k] as number))
  const isJudged = (k: number): boolean => (tradedDays[k] as number) >= MIN_TRADED_DAYS
  const centers = consistentCenters(means, ratios, days).map((center, k) => (isJudged(k) ? center : Infinity))
  const judged = ratios.filter((_, k) => isJudged(k))
  const statistic = judged.length === 0 ? null : Math.max(0, maximum(judged))
  return { centers, scales: 'own', floor: 0, statistic } as const
}

function consistentCenters(means: Float64Array, ratios: Float64Array, days: number): Float64Array {
  const bound = -Math.sqrt(2 * Math.log(Math.log(days)))
  return means.map((mean, k) => ((ratios[k] as number) >= bound ? mean : 0))
}

interface StepDown {
  readonly drawn: StationaryDraws
  readonly centers: Float64Array
  /** Of the first step, over all trials. */
  readonly maxima: Float64Array
  readonly level: number
}

/** Rejects the trials above the critical value, then tests the rest against the smaller maxima without them. */
function stepDown(panel: ReturnsPanel, all: PanelStatistics, { drawn, centers, maxima, level }: StepDown): number[] {
  const superior: number[] = []
  let rest = Array.from(all.places, (_, k) => k)
  for (let current = maxima; ;) {
    const rejected = new Set(rest.filter((k) => shareReaching(current, Math.max(0, all.ratios[k] as number)) <= level))
    if (rejected.size === 0) return superior.toSorted((a, b) => a - b)
    superior.push(...Array.from(rejected, (k) => all.places[k] as number))
    rest = rest.filter((k) => !rejected.has(k))
    const pick = (values: Float64Array) => Float64Array.from(rest, (k) => values[k] as number)
    const places = Uint32Array.from(rest, (k) => all.places[k] as number)
    const statistic = { centers: pick(centers), scales: pick(all.deviations), floor: 0 }
    current = bootstrapMaxima(panel, places, drawn, [statistic])[0] as Float64Array
  }
}

function maximum(values: Float64Array): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity)
}

/** Of those that reach the bound: a best trial that does not beat the benchmark has the bound 0, which all of them reach. */
function shareReaching(values: Float64Array, bound: number): number {
  let reaching = 0
  for (const value of values) if (value >= bound) reaching += 1
  return reaching / values.length
}
