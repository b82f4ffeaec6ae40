import { useMediaQuery } from '@mantine/hooks'
import type { TradingOrder } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useAccounts } from '../../../entities/accounts/accounts.ts'
import { ordersQuery } from '../../../entities/accounts/trading-queries.ts'
import { useInstruments } from '../../../entities/instruments/use-instruments.ts'
import { closeChange, useChangedOrder } from '../../../entities/orders/changed-order.ts'
import { canChange } from '../../../entities/orders/can-change.ts'
import { OrderForm } from './order-form.tsx'

/** Changes price and quantity of a working order. */
export function OrderDialog({ isOpen }: { readonly isOpen: boolean }): ReactElement {
  const changed = useChangedOrder((state) => state.changed)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  // While it closes, the dialog keeps what it showed.
  const [shown, setShown] = useState(changed)
  if (changed !== null && changed !== shown) setShown(changed)
  const { data: orders } = useQuery(ordersQuery)
  const instruments = useInstruments()
  const accounts = useAccounts()
  const order = orders?.find(({ id }) => id === shown?.orderId)
  const instrument = order && instruments.get(order.instrumentId)
  const account = accounts?.find(({ id }) => id === order?.accountId)
  return (
    <Dialog
      opened={isOpen}
      onClose={closeChange}
      title={order === undefined ? 'Change order' : titleOf(order)}
      size={420}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown === null || order === undefined || instrument === undefined || !canChange(order) ? (
        <EmptyState title="The order has ended" />
      ) : (
        <OrderForm key={shown.key} first={shown} order={order} instrument={instrument} account={account} />
      )}
    </Dialog>
  )
}

function titleOf({ side, type, symbol }: TradingOrder): string {
  return `Change order: ${side} ${type} ${symbol}`
}
