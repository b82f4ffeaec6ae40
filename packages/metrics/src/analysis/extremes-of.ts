/**
 * Rows of a long series that draw the same line: the lowest, the highest and the last of each of equal pieces. All rows
 * if there are at most `max`.
 */
export function extremesOf(values: ArrayLike<number>, max: number): number[] {
  if (values.length <= max) return Array.from({ length: values.length }, (_, row) => row)
  const rows: number[] = []
  const size = Math.ceil((values.length * 3) / max)
  for (let from = 0; from < values.length; from += size) {
    const last = Math.min(from + size, values.length) - 1
    let [low, high] = [from, from]
    for (let row = from; row <= last; row++) {
      if ((values[row] as number) < (values[low] as number)) low = row
      if ((values[row] as number) > (values[high] as number)) high = row
    }
    rows.push(...[...new Set([low, high, last])].sort((a, b) => a - b))
  }
  return rows
}
