import type { Side } from '@tradeloom/domain'
import { create } from 'zustand'

interface TicketState {
  /** What the bar of a phone trades; null until a panel says so. */
  readonly instrumentId: string | null
  /** Of the sheet of a phone; null while it is closed. */
  readonly side: Side | null
}

/** The ticket of a phone: one for all panels. */
export const useTicketState = create<TicketState>()(() => ({ instrumentId: null, side: null }))

export function openTicketSheet(instrumentId: string, side: Side): void {
  useTicketState.setState({ instrumentId, side })
}

export function closeTicketSheet(): void {
  useTicketState.setState({ side: null })
}
