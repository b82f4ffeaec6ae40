import type { Interval } from '@tradeloom/domain'
import { createChartEx, type IChartApiBase, type TickMarkType, type Time } from 'lightweight-charts'
import type { ChartColors } from '../chart-colors.ts'
import { chartOptions } from '../chart-theme.ts'
import type { ChartClock } from './chart-clock.ts'
import { axisTime, crosshairTime, shownTime } from './chart-times.ts'
import { ZonedScale } from './zoned-scale.ts'

interface PriceChartLook {
  readonly colors: ChartColors
  readonly clock: ChartClock
  /** Of the bars that are shown now. */
  readonly interval: () => Interval
}

/** An empty chart whose axis and crosshair follow a clock. */
export function createPriceChart(container: HTMLElement, { colors, clock, interval }: PriceChartLook): IChartApiBase {
  const toAdd = (seconds: number): number => {
    const [time, shownBy] = [seconds * 1000, interval()]
    // The axis of ticks counts milliseconds; its labels stand where there is room.
    return shownBy === 'Tick' ? 0 : (shownTime(time, shownBy, clock) - time) / 1000
  }
  const options = chartOptions(colors, container.clientHeight)
  return createChartEx<Time, ZonedScale>(container, new ZonedScale(toAdd), {
    ...options,
    localization: { timeFormatter: (time: Time) => crosshairTime(time, interval(), clock) },
    timeScale: {
      ...options.timeScale,
      minBarSpacing: 0.2,
      tickMarkFormatter: (time: Time, type: TickMarkType) => axisTime(time, type, interval(), clock),
    },
  })
}
