import { type Metric, some } from '../metric.ts'
import { drawdownsOf } from '../stats/drawdowns.ts'

export const drawdownDuration: Metric = {
  key: 'drawdownDuration',
  title: 'Longest drawdown',
  unit: 'days',
  better: 'lower',
  group: 'drawdown',
  description: 'Longest time from a peak of equity to its recovery, or to the end when it has not recovered.',
  formula: 'max(recovery - peak) in days; one that is still open counts up to the end and is marked',
  source: 'Time under water, open drawdown included',
  compute: (sample) => {
    const { byDay, end } = sample
    const n = byDay.returns.length
    let longest = 0
    let open = false
    for (const drawdown of drawdownsOf(sample)) {
      const span = (drawdown.end ?? end) - drawdown.start
      if (span <= longest) continue
      longest = span
      open = drawdown.end === null
    }
    const days = longest / 86_400_000
    // Drawn paths know the ends of days only: theirs are longer by as much as the run's own is than those days show.
    const own = n === 0 ? 0 : (byDay.ownPath().longest[0] as number)
    return some(days, n, {
      interval: own === 0 ? null : byDay.pathInterval((paths, draw) => ((paths.longest[draw] as number) / own) * days),
      ...(open && { marks: ['open'] }),
    })
  },
}
