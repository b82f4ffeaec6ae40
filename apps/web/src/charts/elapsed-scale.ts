import {
  defaultHorzScaleBehavior,
  type InternalHorzScaleItem,
  type Mutable,
  type TickMark,
  type TickMarkWeightValue,
  type Time,
  type TimeScalePoint,
} from 'lightweight-charts'
import { formatElapsed } from '../ui/format.ts'

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

/** Seconds between labels, from dense to sparse: each is a multiple of the one before, so that coarser labels stay in place. */
const STEPS = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  5 * DAY,
  10 * DAY,
  30 * DAY,
  90 * DAY,
  180 * DAY,
  360 * DAY,
  1_800 * DAY,
] as const

/**
 * A time axis whose times are seconds since a start. The library's own puts its labels where days, months and years of the
 * calendar begin.
 */
export class ElapsedScale extends defaultHorzScaleBehavior() {
  override fillWeightsForPoints(points: readonly Mutable<TimeScalePoint>[], startIndex: number): void {
    for (let i = startIndex; i < points.length; i++) {
      const point = points[i] as Mutable<TimeScalePoint>
      const time = this.#seconds(point.time)
      const before = points[i - 1]
      point.timeWeight = weightOf(before === undefined ? time - 1 : this.#seconds(before.time), time)
    }
  }

  override formatTickmark({ time, weight }: TickMark): string {
    const step = STEPS[weight - 1] ?? 1
    // The first point after a whole number of steps stands for it.
    const seconds = Math.floor(this.#seconds(time) / step) * step
    return step < DAY ? formatElapsed(seconds * 1000) : formatElapsed(seconds * 1000, 'days')
  }

  override formatHorzItem(time: InternalHorzScaleItem): string {
    return formatElapsed(this.#seconds(time) * 1000)
  }

  #seconds(time: InternalHorzScaleItem | Time): number {
    return Number(this.key(time as InternalHorzScaleItem))
  }
}

/** The place of the longest step that ends between two times, counted from 1; 0 if none does. */
function weightOf(before: number, time: number): TickMarkWeightValue {
  const step = STEPS.findLastIndex((seconds) => Math.floor(before / seconds) !== Math.floor(time / seconds))
  return (step + 1) as TickMarkWeightValue
}
