/**
 * Minimum number of consecutive bars without movement that indicates a frozen feed; shorter stretches occur in quiet
 * hours.
 */
const MIN_BARS = 20

/** Rows of long stretches in which all bars have the same single price. `flat` is 1 for bars without a range. */
export function findFlatStretches(flat: Uint8Array, price: Float64Array): number[] {
  const rows: number[] = []
  let from = 0
  for (let row = 0; row <= flat.length; row++) {
    const goesOn = row < flat.length && flat[row] === 1 && (row === from || price[row] === price[row - 1])
    if (goesOn) continue
    if (row - from >= MIN_BARS) for (let one = from; one < row; one++) rows.push(one)
    from = flat[row] === 1 ? row : row + 1
  }
  return rows
}
