export interface EquitySegment {
  readonly time: readonly number[]
  readonly equity: readonly number[]
  readonly initialBalance: number
}

/**
 * The equity of test windows as one curve. Each window must start with the balance with which the previous one ended,
 * without open positions.
 */
export function stitchEquity(segments: readonly EquitySegment[]): { time: number[]; equity: number[] } {
  const time: number[] = []
  const equity: number[] = []
  for (const { time: times, equity: values, initialBalance } of segments) {
    if (times.length !== values.length) throw new RangeError('A segment has times without equity')
    if (time.length > 0 && times.length > 0 && (times[0] as number) <= (time.at(-1) as number))
      throw new RangeError('A segment starts before the previous one ends')
    const before = equity.at(-1)
    if (before !== undefined && before !== initialBalance)
      throw new RangeError(`A segment starts with ${initialBalance}, but the previous one ended with ${before}`)
    time.push(...times)
    equity.push(...values)
  }
  return { time, equity }
}
