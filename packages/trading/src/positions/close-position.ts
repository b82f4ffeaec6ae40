import { type Direction, minus, over, plus, type PositionStatus, tidy, times } from '@tradeloom/domain'
import { moveOf } from './apply-fill.ts'

/** A position as accounts book it. Money is in account currency; costs are positive when paid. */
export interface BookedPosition {
  readonly id: string
  readonly direction: Direction
  readonly quantity: number
  readonly openPrice: number
  readonly closePrice: number | null
  readonly closeTime: Date | null
  /** Half the spread and the slippage of what has opened it, as price distances. */
  readonly openHalfSpread: number
  readonly openSlippage: number
  /** Booked so far, net of all costs; without the move of the price while it is open. */
  readonly profit: number
  readonly pips: number
  readonly spreadCost: number
  readonly slippageCost: number
  readonly commission: number
  readonly interest: number
  readonly fundingCost: number
  readonly usedMargin: number
  readonly status: PositionStatus
  readonly closeReason: string | null
  readonly unprotectedSince: Date | null
  /** The number of its next closing: 1 for a position that was never closed in parts. */
  readonly part: number
  /** The position that it was a part of; null for the position itself. */
  readonly partOf: string | null
}

/** What closes a position, or a part of it. */
export interface Closing {
  readonly quantity: number
  /** Whether nothing that can be traded is left. */
  readonly isWhole: boolean
  /** Null if nobody knows it: then nothing is gained or lost but the costs. */
  readonly price: number | null
  readonly time: Date
  readonly fee: number
  readonly reason: string | null
  readonly pipSize: number
  /** Half the spread and the slippage, as price distances. */
  readonly halfSpread: number
  readonly slippage: number
  /** Account currency per unit of quote currency. */
  readonly rate: number
  /** Names the row of a part. */
  readonly partId: string
}

export interface ClosedPosition<Row> {
  /** What is left of it, or the position itself once it is closed. */
  readonly position: Row
  /** A row of its own for what was closed while something is left. */
  readonly part: Row | null
}

/** Closes a position as backtests do: a closed part is a row, with its share of the costs so far. */
export function closePosition<Row extends BookedPosition>(held: Row, closing: Closing): ClosedPosition<Row> {
  if (closing.isWhole) return { position: closed(held, closing), part: null }
  const share = (whole: number): number => over(times(whole, closing.quantity), held.quantity)
  const left = minus(held.quantity, closing.quantity)
  const costs = {
    commission: share(held.commission),
    interest: share(held.interest),
    fundingCost: share(held.fundingCost),
  }
  const part = closed({ ...held, ...costs, id: closing.partId, partOf: held.id }, closing)
  const rest = withProfit({
    ...held,
    quantity: left,
    commission: minus(held.commission, costs.commission),
    interest: minus(held.interest, costs.interest),
    fundingCost: minus(held.fundingCost, costs.fundingCost),
    usedMargin: over(times(held.usedMargin, left), held.quantity),
    part: held.part + 1,
  })
  return { position: rest, part }
}

/** Charges the holding of a position; negative for a credit. */
export function chargePosition<Row extends BookedPosition>(
  held: Row,
  cost: 'interest' | 'fundingCost',
  amount: number,
): Row {
  return withProfit({ ...held, [cost]: plus(held[cost], amount) })
}

/** Its money is rounded as that of backtests' rows, so that what is added up from either is the same. */
function closed<Row extends BookedPosition>(held: Row, closing: Closing): Row {
  const { quantity, price, time, fee, reason, pipSize, rate } = closing
  const move = price === null ? 0 : moveOf(held, price)
  const commission = plus(held.commission, fee)
  return {
    ...held,
    quantity,
    closePrice: price,
    closeTime: time,
    pips: tidy(over(move, pipSize)),
    profit: tidy(minus(times(move, quantity, rate), commission, held.interest, held.fundingCost)),
    spreadCost: tidy(times(plus(held.openHalfSpread, closing.halfSpread), quantity, rate)),
    slippageCost: tidy(times(plus(held.openSlippage, closing.slippage), quantity, rate)),
    commission: tidy(commission),
    interest: tidy(held.interest),
    fundingCost: tidy(held.fundingCost),
    usedMargin: 0,
    status: 'CLOSED',
    closeReason: reason,
    unprotectedSince: null,
  }
}

/** What it has booked: the costs that were paid for what is still open. */
function withProfit<Row extends BookedPosition>(row: Row): Row {
  return { ...row, profit: minus(0, row.commission, row.interest, row.fundingCost) }
}
