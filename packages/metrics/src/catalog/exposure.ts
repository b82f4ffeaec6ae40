import { type Metric, none, some } from '../metric.ts'
import { positionSpans } from '../stats/position-spans.ts'

export const exposure: Metric = {
  key: 'exposure',
  title: 'Exposure',
  unit: '%',
  better: 'neither',
  group: 'positions',
  description: 'Time with an open position, of the time in which the market was open.',
  formula: 'time in position / trading time',
  source: 'Time in the market',
  compute: (sample) => {
    const { end, tradingTime } = sample
    const spans = positionSpans(sample)
    const all = tradingTime()(end)
    if (spans === null) return none('not-given', 0)
    if (all === 0) return none('too-few', spans.length)
    const clock = tradingTime()
    let covered = 0
    let until = -Infinity
    for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
      if (to <= until) continue
      covered += clock(to) - clock(Math.max(from, until))
      until = to
    }
    return some((covered / all) * 100, spans.length)
  },
}
