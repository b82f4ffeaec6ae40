import { type Metric, some } from './metric.ts'

export const exposure: Metric = {
  key: 'exposure',
  title: 'Exposure',
  unit: '%',
  better: 'neither',
  description: 'Time with an open position, of the whole run.',
  compute: ({ closed, openPositions, start, end }) => {
    const spans = closed.map(({ openTime, closeTime }) => [openTime, closeTime] as const)
    for (const { openTime } of openPositions) spans.push([openTime, end])
    spans.sort((a, b) => a[0] - b[0])
    let covered = 0
    let until = start
    for (const [from, to] of spans) {
      if (to > until) {
        covered += to - Math.max(from, until)
        until = to
      }
    }
    return some((covered / (end - start)) * 100, spans.length)
  },
}
