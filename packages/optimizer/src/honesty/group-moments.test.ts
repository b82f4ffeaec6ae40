import { createRandom } from '@tradeloom/domain'
import { luckiestSharpe, probabilisticSharpe, sharpeSample } from '@tradeloom/metrics'
import { describe, expect, inject, it } from 'vitest'

import { groupMoments } from './group-moments.ts'
import { momentsOfTrials } from './moments-of-trials.ts'

const [DAYS, PER_YEAR] = [520, 260]
const isFull = inject('lane') === 'full'

type Random = () => number

const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const noise = (random: Random): Float64Array => Float64Array.from({ length: DAYS }, () => normal(random))

/** Members of one family, of which any two have the same correlation. */
function family(count: number, correlation: number, random: Random, common = noise(random)): Float64Array[] {
  const [shared, own] = [Math.sqrt(correlation), Math.sqrt(1 - correlation)]
  return Array.from({ length: count }, () => common.map((value) => shared * value + own * normal(random)))
}

/** Families that have something in common, too. */
function families(count: number, size: number, within: number, between: number, random: Random): Float64Array[][] {
  const all = noise(random)
  return Array.from({ length: count }, () => {
    const common = noise(random).map(
      (value, day) => Math.sqrt(between / within) * (all[day] as number) + Math.sqrt(1 - between / within) * value,
    )
    return family(size, within, random, common)
  })
}

const independent = (count: number, random: Random) => Array.from({ length: count }, () => noise(random))
/** Copies of a trial that earns nothing: the other trials seem to differ much. */
function dull(count: number, correlation: number, random: Random): Float64Array[] {
  const common = noise(random)
  const mean = common.reduce((sum, value) => sum + value, 0) / DAYS
  return family(
    count,
    correlation,
    random,
    common.map((value) => value - mean),
  )
}
const withEdge = (trials: readonly Float64Array[], aYear: number) =>
  trials.map((returns) => returns.map((value) => value + aYear / Math.sqrt(PER_YEAR)))

/** Whether the best trial is above luck with a confidence of 95%, by all trials alone and by the groupings as well. */
function judge(trials: readonly Float64Array[], seed: number) {
  const samples = trials.map(
    (returns) => sharpeSample(returns, PER_YEAR) as NonNullable<ReturnType<typeof sharpeSample>>,
  )
  const best = samples.reduce((a, b) => (b.sharpe > a.sharpe ? b : a))
  const grouped = trials.map((returns, k) => {
    const { meanByDeviation, periods } = samples[k] as (typeof samples)[number]
    return { value: meanByDeviation * Math.sqrt(periods - 1), returns }
  })
  const all = momentsOfTrials(samples)
  const passes = (one: typeof all) => probabilisticSharpe(best, luckiestSharpe(one, best.periods)) >= 0.95
  return { all: passes(all), grouped: passes({ ...all, groupings: groupMoments(grouped, seed) }) }
}

interface Row {
  readonly title: string
  readonly trials: (random: Random) => readonly Float64Array[]
  /** Shares of repeats in which the best passes, of 100 or more. */
  readonly all: number
  readonly grouped: number
  /** Takes long. */
  readonly large?: true
}

const TABLE: readonly Row[] = [
  {
    title: '2,000 independent trials',
    trials: (random) => independent(2_000, random),
    all: 0,
    grouped: 0,
    large: true,
  },
  {
    title: '20 families at 0.8 with 0.4 between them',
    trials: (random) => families(20, 100, 0.8, 0.4, random).flat(),
    all: 0,
    grouped: 0,
    large: true,
  },
  {
    title: '10 families at 0.7',
    trials: (random) => families(10, 200, 0.7, 0, random).flat(),
    all: 0,
    grouped: 0,
    large: true,
  },
  { title: 'a family of 200 at 0.95', trials: (random) => family(200, 0.95, random), all: 0.017, grouped: 0.017 },
  {
    title: 'a family of 200 at 0.95 and 1,800 dull copies',
    trials: (random) => [...family(200, 0.95, random), ...dull(1_800, 0.998, random)],
    all: 0.025,
    grouped: 0.017,
    large: true,
  },
  {
    title: '200 independent trials and 1,800 dull copies at 0.998',
    trials: (random) => [...independent(200, random), ...dull(1_800, 0.998, random)],
    all: 0.45,
    grouped: 0,
  },
  {
    title: '200 independent trials and 1,800 dull copies at 0.9',
    trials: (random) => [...independent(200, random), ...dull(1_800, 0.9, random)],
    all: 0.125,
    grouped: 0,
    large: true,
  },
  {
    title: '200 independent trials and 1,800 dull copies at 0.7',
    trials: (random) => [...independent(200, random), ...dull(1_800, 0.7, random)],
    all: 0.017,
    grouped: 0.017,
    large: true,
  },
  {
    title: 'an edge of 3.5 a year in a family of 2,000 at 0.95',
    trials: (random) => withEdge(family(2_000, 0.95, random), 3.5),
    all: 1,
    grouped: 1,
    large: true,
  },
  {
    title: 'an edge of 5 a year in one of 20 families at 0.8',
    trials: (random) => {
      const [first = [], ...others] = families(20, 100, 0.8, 0, random)
      return [...withEdge(first, 5), ...others.flat()]
    },
    all: 0.75,
    grouped: 0.75,
    large: true,
  },
]

const percent = (share: number): string => `${Number((share * 100).toFixed(1))}%`
/** Groups among 2,000 trials take some seconds. */
const repeatsOf = ({ large }: Row): number => (isFull && large !== true ? 40 : 8)

describe('the best of many trials is above luck', () => {
  for (const row of TABLE) {
    const { title, trials, all, grouped, large } = row
    const repeats = repeatsOf(row)
    const share = `${percent(grouped)} of repeats (by all trials alone ${percent(all)})`
    it(`in ${share}: ${title}`, { tags: large ? ['full'] : [] }, () => {
      const found = Array.from({ length: repeats }, (_, k) => judge(trials(createRandom(700 + k)), k))
      const shareOf = (key: 'all' | 'grouped') => found.filter((one) => one[key]).length / repeats
      // Three deviations of a share of so many repeats.
      const near = (wanted: number) => 3 * Math.sqrt(Math.max(wanted * (1 - wanted), 0.02) / repeats)
      expect(Math.abs(shareOf('grouped') - grouped)).toBeLessThanOrEqual(near(grouped))
      expect(Math.abs(shareOf('all') - all)).toBeLessThanOrEqual(near(all))
    })
  }
})
