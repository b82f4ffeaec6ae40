import type { TradingPosition } from '@tradeloom/contracts'
import type { ReactElement } from 'react'

type HasDirection = Pick<TradingPosition, 'direction'>

export function directionText({ direction }: HasDirection): string {
  return direction === 'LONG' ? '▲ Long' : '▼ Short'
}

/** The side of a position in its color. */
export function Direction({ direction }: HasDirection): ReactElement {
  return <span className={direction === 'LONG' ? 'gain' : 'loss'}>{directionText({ direction })}</span>
}
