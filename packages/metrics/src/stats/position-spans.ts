import type { MetricInput } from '../metric-input.ts'

/** The time for which a position was open. */
export interface PositionSpan {
  readonly from: number
  readonly to: number
  readonly notional: number | null
}

/** Spans of all positions, closed and open ones; null when the time of an opening is unknown. */
export function positionSpans({ closed, openPositions, positionsUnknown, end }: MetricInput): PositionSpan[] | null {
  if (positionsUnknown === true) return null
  const spans: PositionSpan[] = []
  for (const { openTime, closeTime, notional } of closed) {
    if (openTime === null) return null
    spans.push({ from: openTime, to: closeTime, notional })
  }
  for (const { openTime, notional } of openPositions) spans.push({ from: openTime, to: end, notional })
  return spans
}
