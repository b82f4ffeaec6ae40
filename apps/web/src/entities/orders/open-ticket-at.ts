import type { Side } from '@tradeloom/domain'
import { openPanel, useDashboard } from '../panels/dashboard-state.ts'
import { type PickedOrder, pickPrice } from './picked-price.ts'
import { openTicketSheet } from './ticket-state.ts'

interface TicketPlace {
  readonly instrumentId: string
  readonly price: number
  /** Of a ticket that opens now; one that is there keeps its own. */
  readonly side: Side
}

/** Puts a price into the ticket of an instrument, and opens one if there is none. It sends nothing. */
export function openTicketAt({ instrumentId, price, side }: TicketPlace): void {
  open(instrumentId, side, { price })
}

/** Begins an order in the ticket of an instrument, whose quantity gets the focus. */
export function openTicketFor(instrumentId: string, order: Omit<PickedOrder, 'hasFocus'>): void {
  open(instrumentId, order.side ?? 'BUY', { ...order, hasFocus: true })
}

function open(instrumentId: string, side: Side, order: PickedOrder): void {
  pickPrice({ instrumentId, ...order })
  if (useDashboard.getState().isWindow || matchMedia('(max-width: 767px)').matches) openTicketSheet(instrumentId, side)
  else openPanel('trade-ticket', { instrumentId })
}
