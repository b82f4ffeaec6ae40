/** Lowest and highest finite value; null if there is none. `include` is always inside. */
export function valueRange(values: ArrayLike<number>, include?: number): readonly [number, number] | null {
  let [low, high] = include === undefined ? [Infinity, -Infinity] : [include, include]
  let isFound = false
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    if (!Number.isFinite(value)) continue
    isFound = true
    if (value < low) low = value
    if (value > high) high = value
  }
  return isFound ? [low, high] : null
}
