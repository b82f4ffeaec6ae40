import type { MarketInstrument } from '@tradeloom/contracts'
import type { Side } from '@tradeloom/domain'
import { create } from 'zustand'
import { newTicketKey } from '../../../entities/orders/ticket-key.ts'

/** A trade that waits for its confirmation. */
export interface PendingTrade {
  /** Names the dialog: the next one starts over. */
  readonly key: string
  readonly instrument: MarketInstrument
  readonly side: Side
  readonly quantity: number
}

export const useConfirmTrade = create<{ readonly trade: PendingTrade | null }>()(() => ({ trade: null }))

export function confirmTrade(trade: Omit<PendingTrade, 'key'>): void {
  useConfirmTrade.setState({ trade: { ...trade, key: newTicketKey() } })
}

export function isConfirming(): boolean {
  return useConfirmTrade.getState().trade !== null
}

/** With a key only that trade: another may wait by the time its order is answered. */
export function closeConfirmation(key?: string): void {
  useConfirmTrade.setState(({ trade }) => ({ trade: key === undefined || trade?.key === key ? null : trade }))
}

/** The trade that is confirmed now is of another quantity; NaN while that is not one. */
export function changeQuantity(quantity: number): void {
  useConfirmTrade.setState(({ trade }) => ({ trade: trade === null ? null : { ...trade, quantity } }))
}
