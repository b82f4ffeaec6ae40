import type { Defect } from './grade.ts'

/** The fields that decide whether a defect may have made a position's profit. Times are UTC milliseconds. */
export interface EarnedColumns {
  readonly openTime: ArrayLike<number>
  /** NaN while the position is open; then only its opening is considered. */
  readonly closeTime: ArrayLike<number>
  readonly profit: ArrayLike<number>
}

export interface DefectProfit {
  /** Distance in rows within which a position counts as near a defect. */
  readonly rows: number
  /** Positions near a defect, and all positions. */
  readonly near: number
  readonly positions: number
  /** Profit of positions near a defect, and of all, in account currency. */
  readonly profit: number
  readonly totalProfit: number
  /** The ratio of the two (0.25 is a quarter); null if nothing was earned. It may be outside 0 to 1. */
  readonly share: number | null
}

/** Rows on either side of a defect that count as near it. */
export const NEAR_ROWS = 5

/**
 * The profit of positions that were opened or closed within `rows` rows of `rowMs` milliseconds before, in or after a
 * defect: `from - rows <= time < to + rows`. `defects` must be in order of their start.
 */
export function profitNearDefects(
  { openTime, closeTime, profit: earned }: EarnedColumns,
  defects: readonly Pick<Defect, 'from' | 'to'>[],
  rows: number,
  rowMs: number,
): DefectProfit {
  const reach = rows * rowMs
  const spans = joinSpans(defects, reach)
  let near = 0
  let profit = 0
  let totalProfit = 0
  for (let row = 0; row < earned.length; row++) {
    const own = earned[row] as number
    totalProfit += own
    if (!isWithin(spans, openTime[row] as number) && !isWithin(spans, closeTime[row] as number)) continue
    near += 1
    profit += own
  }
  const share = totalProfit > 0 ? profit / totalProfit : null
  return { rows, near, positions: earned.length, profit, totalProfit, share }
}

interface Span {
  readonly from: number
  to: number
}

function joinSpans(defects: readonly Pick<Defect, 'from' | 'to'>[], reach: number): readonly Span[] {
  const spans: Span[] = []
  for (const defect of defects.toSorted((a, b) => a.from - b.from)) {
    const [from, to] = [defect.from - reach, defect.to + reach]
    const before = spans.at(-1)
    if (before && from <= before.to) before.to = Math.max(before.to, to)
    else spans.push({ from, to })
  }
  return spans
}

function isWithin(spans: readonly Span[], time: number): boolean {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((spans[middle] as Span).to > time) high = middle
    else low = middle + 1
  }
  const span = spans[low]
  return span !== undefined && time >= span.from
}
