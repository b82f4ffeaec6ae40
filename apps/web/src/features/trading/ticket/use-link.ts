import type { OrderType } from '@tradeloom/domain'
import { useState } from 'react'

/** The working order to which an order is linked; null at the market, where nothing waits. */
export function useLink(type: OrderType, onChange: () => void) {
  const [linkedTo, setLinkedTo] = useState<string | null>(null)
  return {
    linkedTo: type === 'MARKET' ? null : linkedTo,
    setLinkedTo: (orderId: string | null): void => {
      onChange()
      setLinkedTo(orderId)
    },
  }
}
