/** Returns of many trials over the same days, minus those of the benchmark: trial by trial, day by day. */
export interface ReturnsPanel {
  readonly returns: Float64Array | Float32Array
  readonly trials: number
  readonly days: number
}
