import { readQuantity } from '@tradeloom/domain/orders'
import { useState } from 'react'
import { decimalSeparator } from '../../../ui/decimal-separator.ts'
import { changeQuantity, type PendingTrade } from './confirm-state.ts'
import { quantityText } from '../entry/order-funds.ts'
import { useLastQuantity } from '../entry/use-last-quantity.ts'

/** The quantity of a trade that waits for its confirmation, as the click had it until another one is typed. */
export function useConfirmQuantity({ instrument, quantity: asked }: Pick<PendingTrade, 'instrument' | 'quantity'>) {
  const [quantityTyped, setTyped] = useState(() => quantityText(asked, instrument))
  const [, keep] = useLastQuantity(instrument.id)
  return {
    /** NaN while it is not one. */
    quantity: readQuantity(quantityTyped, instrument, decimalSeparator()),
    quantityTyped,
    setQuantity: (text: string): void => {
      setTyped(text)
      changeQuantity(readQuantity(text, instrument, decimalSeparator()))
    },
    /** The next order of the instrument begins with it. */
    keepQuantity: (): void => keep(quantityTyped),
  }
}
