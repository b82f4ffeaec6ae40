import type { CloseReason, Commission, Instrument, Liquidity, OrderStatus, PlaceRequest } from '@tradeloom/domain'
import type { EngineModels } from '../run-spec.ts'

/** A working order of a paper account: plain data, so that a book can be rebuilt from what is stored. */
export interface PaperOrder extends Omit<PlaceRequest, 'kind' | 'orderId' | 'closes'> {
  readonly id: string
  /** The session that placed it; null for a person. What only reduces closes positions of the same owner alone. */
  readonly owner: string | null
  /** When it was placed, UTC milliseconds. */
  readonly time: number
  /** The position that it closes. */
  readonly closes: string | null
  /** It has met a price before: it rests at its own. */
  readonly isResting: boolean
  /** Of a stop limit order: its stop price was reached. */
  readonly isTriggered: boolean
  /** While it rests, it fills at its limit and never at a better price, unlike orders of backtests. */
  readonly keepsLimit?: boolean
  /** An order that was placed before it: when one of the two is filled or ends, the other is canceled. */
  readonly linkedTo?: string | null
}

/** An open position of a paper account. Costs are positive when paid. */
export interface PaperPosition {
  readonly id: string
  /** The session that opened it; null for a person. */
  readonly owner: string | null
  readonly instrumentId: string
  readonly isLong: boolean
  readonly quantity: number
  readonly openTime: number
  readonly openPrice: number
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  /** A distance, and the best price since it was set. */
  readonly trailingStop: number | null
  readonly best: number
  readonly commission: number
  readonly interest: number
  readonly fundingCost: number
}

/** A market with what its venue charges on fills. */
export interface PaperInstrument extends Instrument {
  readonly commission: Commission
}

export interface PaperAccount {
  readonly currency: string
  readonly balance: number
  /** Those that it trades, the first one first. */
  readonly instruments: readonly PaperInstrument[]
  /** Those that only convert quote currencies. */
  readonly conversions: readonly Instrument[]
  /** Of all markets; commission is that of each market. */
  readonly models: EngineModels
}

/** What has happened in a book, in its order. Money is in account currency. */
export type PaperEvent = PaperOpened | PaperClosed | PaperOrderChanged

interface PaperFill {
  readonly positionId: string
  readonly quantity: number
  readonly price: number
  readonly time: number
  readonly commission: number
  /** Half the spread and the slippage, as price distances. */
  readonly halfSpread: number
  readonly slippage: number
  /** Account currency per unit of quote currency. */
  readonly rate: number
  readonly isMaker: boolean
}

export interface PaperOpened extends PaperFill {
  readonly kind: 'OPENED'
  readonly orderId: string
}

export interface PaperClosed extends PaperFill {
  readonly kind: 'CLOSED'
  /** Null if no order closed it: a stop, a target, a liquidation. */
  readonly orderId: string | null
  /** Before costs. */
  readonly profit: number
  readonly reason: CloseReason
}

export interface PaperOrderChanged {
  readonly kind: 'ORDER'
  readonly orderId: string
  readonly status: OrderStatus
  readonly reason: string | null
  readonly time: number
  readonly liquidity: Liquidity | null
}
