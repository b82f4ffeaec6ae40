import type { ClosedColumns } from '../closed-columns.ts'
import type { MetricInput } from '../metric-input.ts'

/** The spans in which positions were open; the notional is NaN if unknown. */
export interface PositionSpans {
  readonly length: number
  readonly from: Float64Array
  readonly to: Float64Array
  readonly notional: Float64Array
}

type Positions = Pick<MetricInput, 'openPositions' | 'positionsUnknown' | 'end'> & { readonly closed: ClosedColumns }

/** Spans of all closed and open positions; null if any opening time is unknown. */
export function positionSpans({ closed, openPositions, positionsUnknown, end }: Positions): PositionSpans | null {
  if (positionsUnknown === true || closed.openTime.some((time) => time !== time)) return null
  const length = closed.length + openPositions.length
  const [from, to, notional] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  from.set(closed.openTime)
  to.set(closed.closeTime)
  notional.set(closed.notional)
  for (const [at, position] of openPositions.entries()) {
    from[closed.length + at] = position.openTime
    to[closed.length + at] = end
    notional[closed.length + at] = position.notional
  }
  return { length, from, to, notional }
}
