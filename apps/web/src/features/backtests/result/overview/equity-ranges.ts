const DAY = 86_400_000

export interface EquityRange {
  readonly label: string
  readonly from: number
  readonly to: number
}

const LENGTHS: readonly (readonly [label: string, days: number])[] = [
  ['1D', 1],
  ['1W', 7],
  ['1M', 30],
  ['3M', 91],
  ['1Y', 365],
]

/** The last day, week, month, quarter and year of a run, as far as they are shorter than it. */
export function rangesOf(start: number, end: number): EquityRange[] {
  return LENGTHS.filter(([, days]) => days * DAY < end - start).map(([label, days]) => ({
    label,
    from: end - days * DAY,
    to: end,
  }))
}
