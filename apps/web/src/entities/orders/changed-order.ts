import { create } from 'zustand'
import { newTicketKey } from './ticket-key.ts'

export type OrderField = 'quantity' | 'limitPrice' | 'stopPrice'

/** A working order that is being changed. */
interface ChangedOrder {
  /** Names the dialog: the next one starts over. */
  readonly key: string
  readonly orderId: string
  /** The field that has the focus first. */
  readonly field: OrderField
  /** What it begins with, where it is not what the order has. */
  readonly value: number | null
}

export const useChangedOrder = create<{ readonly changed: ChangedOrder | null }>()(() => ({ changed: null }))

export function changeOrder(orderId: string, field: OrderField, value: number | null = null): void {
  useChangedOrder.setState({ changed: { key: newTicketKey(), orderId, field, value } })
}

export function closeChange(): void {
  useChangedOrder.setState({ changed: null })
}
