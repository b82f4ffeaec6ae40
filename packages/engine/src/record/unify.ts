/** NaN has many bit patterns; equal results must have equal bytes. */
export function unify(column: Float64Array): void {
  for (let row = 0; row < column.length; row++) if (column[row] !== column[row]) column[row] = NaN
}
