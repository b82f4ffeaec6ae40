/** Sorts the list; NaN if it is empty. */
export function medianOf(values: Float64Array): number {
  values.sort()
  const middle = values.length >> 1
  if (values.length === 0) return NaN
  return values.length % 2 === 1
    ? (values[middle] as number)
    : ((values[middle - 1] as number) + (values[middle] as number)) / 2
}
