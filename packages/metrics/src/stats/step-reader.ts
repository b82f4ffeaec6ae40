/**
 * The value of a step function at a time: that of the last of `times` at or before it. Must be called with ascending
 * times.
 */
export function stepReader(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  before: number,
): (time: number) => number {
  let at = -1
  return (time) => {
    while (at + 1 < times.length && (times[at + 1] as number) <= time) at += 1
    return at < 0 ? before : (values[at] as number)
  }
}
