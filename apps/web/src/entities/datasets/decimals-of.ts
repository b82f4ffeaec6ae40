const MAX_DECIMALS = 8

/** Of the value that has most. */
export function decimalsOf(values: readonly (number | null)[]): number {
  let most = 0
  for (const value of values) {
    if (value === null || Number.isInteger(value)) continue
    while (most < MAX_DECIMALS && Number(value.toFixed(most)) !== value) most++
  }
  return most
}
