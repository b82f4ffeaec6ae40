/** Returns from each value to the next, as fractions. After a total loss, returns are 0. */
export function returnsOf(values: readonly number[]): number[] {
  const returns: number[] = []
  for (let at = 1; at < values.length; at++) {
    const before = values[at - 1] as number
    returns.push(before > 0 ? (values[at] as number) / before - 1 : 0)
  }
  return returns
}
