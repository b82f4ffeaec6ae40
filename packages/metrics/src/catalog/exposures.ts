import type { Feature } from '../bootstrap/position-draws.ts'
import { type Metric, none, some } from '../metric.ts'
import { inverseEquity } from '../stats/inverse-equity.ts'
import { columnOf, one } from '../stats/position-features.ts'
import { positionMean } from '../stats/position-mean.ts'
import { inOrderOf } from '../stats/in-order-of.ts'
import { positionSpans } from '../stats/position-spans.ts'
import { positionSum } from '../stats/position-sum.ts'

const TIME = 'Positions overlap in time and cannot be drawn one by one.'

const exposure: Metric = {
  key: 'exposure',
  title: 'Exposure',
  unit: '%',
  better: 'none',
  group: 'positions',
  description: 'Share of the trading time with an open position.',
  formula: 'time in position / trading time',
  source: 'Time in the market',
  noInterval: TIME,
  compute: (sample) => {
    const { end, tradingTime } = sample
    const spans = positionSpans(sample)
    const all = tradingTime()(end)
    if (spans === null) return none('not-given', 0)
    if (all === 0) return none('too-few', spans.length)
    const clock = tradingTime()
    let covered = 0
    let until = -Infinity
    for (const at of inOrderOf(spans.from)) {
      const from = spans.from[at] as number
      const to = spans.to[at] as number
      if (to <= until) continue
      covered += clock(to) - clock(Math.max(from, until))
      until = to
    }
    return some((covered / all) * 100, spans.length)
  },
}

const meanLeverage: Metric = {
  key: 'meanLeverage',
  title: 'Mean gross notional / equity',
  unit: 'ratio',
  better: 'none',
  group: 'positions',
  description: 'Entry value of all open positions divided by equity, averaged over the trading time.',
  formula: 'time average of sum(notional at entry) / E over trading time; E from the points of the equity curve',
  source: 'Gross leverage, time-weighted',
  noInterval: TIME,
  compute: (sample) => {
    const { end, tradingTime, ruined } = sample
    const spans = positionSpans(sample)
    const all = tradingTime()(end)
    if (spans === null) return none('not-given', 0)
    if (ruined) return none('ruined', spans.length)
    if (all === 0) return none('too-few', spans.length)
    const integral = inverseEquity(sample)
    let sum = 0
    for (let at = 0; at < spans.length; at++) {
      const notional = spans.notional[at] as number
      if (notional !== notional) return none('not-given', 0)
      sum += notional * (integral(spans.to[at] as number) - integral(spans.from[at] as number))
    }
    return some(sum / all, spans.length)
  },
}

const averageHolding: Metric = {
  key: 'averageHolding',
  title: 'Average holding time',
  unit: 'hours',
  better: 'none',
  group: 'positions',
  description: 'Mean time from opening to closing.',
  formula: 'mean(close time - open time)',
  source: 'Arithmetic mean',
  compute: (sample) => positionMean(sample, hours),
}

const hours: Feature = ({ openTime, closeTime }) =>
  closeTime.map((time, at) => (time - (openTime[at] as number)) / 3_600_000)

const realizedPips: Metric = {
  key: 'realizedPips',
  title: 'Realized pips',
  unit: 'pips',
  better: 'higher',
  group: 'positions',
  description: 'Sum of the price moves of closed positions in pips.',
  formula: 'sum(signed price move / pip size)',
  source: 'Price moves in pips',
  compute: (sample) => {
    const sum = positionSum(sample, pips)
    if (sum.value === null || sum.n < 2) return sum
    return { ...sum, interval: sample.draws.interval([pips, one], (total, count) => (total / count) * sum.n) }
  },
}

const pips = columnOf('pips')

export const EXPOSURES: readonly Metric[] = [exposure, meanLeverage, averageHolding, realizedPips]
