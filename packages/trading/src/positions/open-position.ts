import { type Direction, minus, plus } from '@tradeloom/domain'
import type { FillCosts } from './fill-costs.ts'
import { average, type FillEffect } from './apply-fill.ts'
import type { BookedPosition } from './close-position.ts'

export interface PositionOwner {
  readonly id: string
  readonly accountId: string
  readonly userId: string
  readonly broker: string
  readonly sessionId: string | null
}

export interface Opening {
  readonly instrumentId: string
  readonly direction: Direction
  readonly quantity: number
  readonly price: number
  readonly time: Date
  readonly fee: number
  readonly costs: FillCosts
  readonly usedMargin: number
}

export interface OpeningLevels {
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  readonly trailingStop: number | null
  readonly trailingBest: number | null
  readonly isStopLossRejected: boolean
  readonly isTakeProfitRejected: boolean
  readonly isTrailingStopRejected: boolean
  readonly unprotectedSince: Date | null
  /** The newest price before it. */
  readonly matchedRow: number
}

/** A position as books begin it: it has cost its fee so far. */
export function openPosition({ id, ...owner }: PositionOwner, opening: Opening, levels: OpeningLevels) {
  const { instrumentId, direction, quantity, price, time, fee, costs, usedMargin } = opening
  const open: BookedPosition = {
    id,
    direction,
    quantity,
    openPrice: price,
    closePrice: null,
    closeTime: null,
    openHalfSpread: costs.halfSpread,
    openSlippage: costs.slippage,
    profit: minus(0, fee),
    pips: 0,
    spreadCost: 0,
    slippageCost: 0,
    commission: fee,
    interest: 0,
    fundingCost: 0,
    usedMargin,
    status: 'OPEN',
    closeReason: null,
    unprotectedSince: null,
    part: 1,
    partOf: null,
  }
  return { ...open, ...owner, brokerId: id, instrumentId, openTime: time, ...levels, hiddenAt: null }
}

/** A position with what a fill has added to it. */
export function addToPosition<Row extends BookedPosition>(
  held: Row,
  { quantity: sum, added, openPrice, fee }: Extract<FillEffect<Row>, { do: 'add' }>,
  costs: FillCosts,
): Row {
  const weights = { held: held.quantity, added, sum }
  return {
    ...held,
    quantity: sum,
    openPrice,
    openHalfSpread: average(held.openHalfSpread, costs.halfSpread, weights),
    openSlippage: average(held.openSlippage, costs.slippage, weights),
    profit: minus(held.profit, fee),
    commission: plus(held.commission, fee),
  }
}
