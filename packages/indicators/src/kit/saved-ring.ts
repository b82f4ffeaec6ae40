/** The state of a ring after the last finished bar. */
export class SavedRing {
  readonly values: Float64Array
  count = 0
  next = 0
  scale = NaN
  units = 0.5
  divisor = 0.5
  maxUnits = 0.5
  keepsMore = false
  hasOutgrown = false
  hasExtremes = false
  hasDeviation = false

  constructor(size: number) {
    this.values = new Float64Array(size)
  }
}
