import {
  defaultHorzScaleBehavior,
  type InternalHorzScaleItem,
  type Mutable,
  type Time,
  type TimeChartOptions,
  type TimeScalePoint,
  type UTCTimestamp,
} from 'lightweight-charts'

/** Of seconds, what to add for the time that the clock of the chart shows. */
type SecondsToAdd = (seconds: number) => number

/** A time axis whose days, months and hours begin where they do on a clock: the library's own knows those of UTC. */
export class ZonedScale extends defaultHorzScaleBehavior() {
  readonly #toAdd: SecondsToAdd

  constructor(toAdd: SecondsToAdd) {
    super()
    this.#toAdd = toAdd
  }

  override options(): TimeChartOptions {
    return super.options() as TimeChartOptions
  }

  override fillWeightsForPoints(points: readonly Mutable<TimeScalePoint>[], startIndex: number): void {
    // The weight of a point follows from the one before it.
    const from = Math.max(0, startIndex - 1)
    const shown = points.slice(from).map((point) => ({ ...point, time: this.#shown(point.time) }))
    super.fillWeightsForPoints(shown, startIndex - from)
    for (let i = startIndex; i < points.length; i++) {
      const [point, at] = [points[i], shown[i - from]]
      if (point !== undefined && at !== undefined) point.timeWeight = at.timeWeight
    }
  }

  #shown(time: InternalHorzScaleItem | Time): InternalHorzScaleItem {
    const seconds = Number(this.key(time as InternalHorzScaleItem))
    return this.convertHorzItemToInternal((seconds + this.#toAdd(seconds)) as UTCTimestamp)
  }
}
