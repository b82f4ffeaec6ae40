import { bootstrapMaxima, type MaximumStatistic } from './bootstrap-maxima.ts'
import { type PanelStatistics, panelStatistics } from './panel-statistics.ts'
import type { ReturnsPanel } from './returns-panel.ts'
import { stationaryDraws } from './stationary-draws.ts'

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
  /** p value of White's Reality Check (2000). */
  readonly realityCheck: number
  /** Places of the trials that beat the benchmark one by one (Romano and Wolf 2005). */
  readonly superior: readonly number[]
  readonly draws: number
}

const RESTART = 0.1
const LEVEL = 0.05
const WORK = 5e8

/**
 * Null without a trial whose returns vary. Deviations are estimated once, so with many trials over few days some are
 * estimated too low, and Hansen's test rejects too often: for 1,000 trials without an edge over 250 days in a third of the
 * cases at 5%. The Reality Check does not divide by them and stays below its level: decision 52.
 */
export function superiorAbility(panel: ReturnsPanel, options: SuperiorAbilityOptions): SuperiorAbility | null {
  const { seed, restart = RESTART, level = LEVEL, draws = drawsFor(panel) } = options
  const { days } = panel
  const all = panelStatistics(panel, restart)
  if (all.places.length === 0) return null
  const counts = stationaryDraws(days, { draws, restart, seed })
  const centers = centersOf(all, days)
  const studentized = (values: Float64Array): MaximumStatistic => ({
    centers: values,
    scales: all.deviations,
    floor: 0,
  })
  const [lower, consistent, upper, plain] = bootstrapMaxima(panel, all.places, counts, [
    studentized(centers.lower),
    studentized(centers.consistent),
    studentized(all.means),
    { centers: all.means, scales: null, floor: -Infinity },
  ]) as [Float64Array, Float64Array, Float64Array, Float64Array]
  const statistic = Math.max(0, maximum(all.ratios))
  return {
    statistic,
    lower: shareReaching(lower, statistic),
    consistent: shareReaching(consistent, statistic),
    upper: shareReaching(upper, statistic),
    realityCheck: shareReaching(plain, Math.sqrt(days) * maximum(all.means)),
    superior:
      level === null ? [] : stepDown(panel, all, { counts, centers: centers.consistent, maxima: consistent, level }),
    draws,
  }
}

function drawsFor({ trials, days }: ReturnsPanel): number {
  return Math.round(Math.min(2_000, Math.max(500, WORK / (trials * days))))
}

/** Trials that are clearly worse than the benchmark must not raise the p value: the consistent center leaves them there. */
function centersOf({ means, ratios }: PanelStatistics, days: number) {
  const bound = -Math.sqrt(2 * Math.log(Math.log(days)))
  return {
    lower: means.map((mean) => Math.max(0, mean)),
    consistent: means.map((mean, k) => ((ratios[k] as number) >= bound ? mean : 0)),
  }
}

interface StepDown {
  readonly counts: Float64Array
  readonly centers: Float64Array
  /** Of the first step, over all trials. */
  readonly maxima: Float64Array
  readonly level: number
}

/** Rejects the trials above the critical value, then tests the rest against the smaller maxima without them. */
function stepDown(panel: ReturnsPanel, all: PanelStatistics, { counts, centers, maxima, level }: StepDown): number[] {
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
    current = bootstrapMaxima(panel, places, counts, [statistic])[0] as Float64Array
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
