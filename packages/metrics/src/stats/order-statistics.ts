/**
 * The value of rank `rank` (0 = smallest). Reorders `values`: smaller ones before it, larger ones after it. Faster than
 * sorting everything.
 */
function selectRank(values: Float64Array, rank: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const pivot = values[(low + high) >>> 1] as number
    let left = low
    let right = high
    while (left <= right) {
      while ((values[left] as number) < pivot) left += 1
      while ((values[right] as number) > pivot) right -= 1
      if (left > right) break
      const value = values[left] as number
      values[left] = values[right] as number
      values[right] = value
      left += 1
      right -= 1
    }
    if (rank <= right) high = right
    else if (rank >= left) low = left
    else break
  }
  return values[rank] as number
}

/** Quantile of a share, linear between neighbors. Reorders `values`. */
export function selectQuantile(values: Float64Array, share: number): number {
  const position = (values.length - 1) * share
  const rank = Math.floor(position)
  const below = selectRank(values, rank)
  if (position === rank) return below
  // All values after the rank are at least as large: the next one is their minimum.
  let above = Infinity
  for (let at = rank + 1; at < values.length; at++) above = Math.min(above, values[at] as number)
  return below + (above - below) * (position - rank)
}
