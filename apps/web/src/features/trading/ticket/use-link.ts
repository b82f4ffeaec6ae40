import { useState } from 'react'
import type { TicketType } from './read-ticket.ts'

/** The working order to which an order is linked; null at the market, where nothing waits. */
export function useLink(type: TicketType, onChange: () => void) {
  const [linkedTo, setLinkedTo] = useState<string | null>(null)
  return {
    linkedTo: type === 'MARKET' ? null : linkedTo,
    setLinkedTo: (orderId: string | null): void => {
      onChange()
      setLinkedTo(orderId)
    },
  }
}
