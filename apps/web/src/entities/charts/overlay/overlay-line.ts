import type { SeriesStepsReply } from '@tradeloom/contracts'
import { type BarDays, barEnd, type Interval } from '@tradeloom/domain'
import { bisectRight } from 'd3-array'
import type { ChartClock } from '../../../charts/price-chart/chart-clock.ts'
import type { PlotLine } from '../../../charts/price-chart/plot-lines.ts'
import { formatDay, formatMinute } from '../../../ui/format.ts'
import { decimalsOf } from '../../datasets/decimals-of.ts'

const COLOR = '#e07ab8'

/** The bars of the chart over which it is drawn. */
export interface OverlaidBars {
  readonly interval: Interval
  /** When days and weeks of the market begin. */
  readonly days: BarDays | undefined
  readonly clock: ChartClock
}

/**
 * A dataset as a line over bars: each has the value that was known when it ended, as a script that runs at its close reads
 * it. Nothing is drawn before anything was known.
 */
export function overlayLine(id: string, steps: SeriesStepsReply, { interval, days, clock }: OverlaidBars): PlotLine {
  const { known, periods, values, qualities } = steps
  /** The step in effect at the end of a bar; -1 before the first. */
  const stepAt = (start: number): number => {
    const last = interval === 'Tick' ? start : barEnd(start, interval, days) - 1
    return bisectRight(known, last) - 1
  }
  return {
    id: `dataset ${id}`,
    name: id,
    pane: 'overlay',
    group: '',
    color: COLOR,
    isStepped: true,
    ownAxis: { decimals: decimalsOf(values) },
    bars: { get: (start) => ({ last: values[stepAt(start)] ?? null, min: null, max: null }) },
    detailAt: (start) => {
      const step = stepAt(start)
      if (step < 0) return 'not available yet'
      const availableAt = known[step] ?? NaN
      const lagged = qualities[step] === 'lagged' ? ', lagged' : ''
      return `of ${formatDay(periods[step])}, available ${formatMinute(availableAt + clock.offsetAt(availableAt))}${lagged}`
    },
  }
}
