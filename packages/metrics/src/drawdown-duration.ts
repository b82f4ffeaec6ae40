import { type Metric, some } from './metric.ts'

export const drawdownDuration: Metric = {
  key: 'drawdownDuration',
  title: 'Longest drawdown',
  unit: 'days',
  better: 'lower',
  description: 'Longest time from a peak of daily equity to its recovery, or to the end.',
  compute: ({ days, initialBalance, start, end, daily }) => {
    let peak = initialBalance
    let peakTime = start
    let longest = 0
    for (const [at, time] of days.time.entries()) {
      const equity = days.equity[at] as number
      if (equity < peak) {
        longest = Math.max(longest, Math.min(time, end) - peakTime)
      } else {
        peak = equity
        peakTime = Math.min(time, end)
      }
    }
    return some(longest / 86_400_000, daily.length)
  },
}
