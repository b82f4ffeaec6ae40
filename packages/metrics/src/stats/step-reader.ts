/** The value of a step function at a moment: of the last of `times` that had come by then. To be asked in order. */
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
