import { useMediaQuery } from '@mantine/hooks'
import type { ReactElement } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useConfirmTrade } from './confirm/confirm-state.ts'
import { useChangedLevels } from '../../entities/positions/levels-state.ts'
import { useChangedOrder } from '../../entities/orders/changed-order.ts'
import { PhoneBar } from './ticket/phone-bar.tsx'
import { useTicketState } from '../../entities/orders/ticket-state.ts'

const ConfirmTrade = lazyPart(async () => (await import('./confirm/confirm-trade.tsx')).ConfirmTrade)

const LevelsDialog = lazyPart(async () => (await import('./positions/levels-dialog.tsx')).LevelsDialog)

const OrderDialog = lazyPart(async () => (await import('./orders/order-dialog.tsx')).OrderDialog)

const TicketSheet = lazyPart(async () => (await import('./ticket/ticket-sheet.tsx')).TicketSheet)

/**
 * Where trades are confirmed, and orders and the levels of positions changed, for every page with prices to trade on; on a
 * phone, the way to the ticket. The window of one panel has no place for a ticket but the sheet.
 */
export function TradeDialogs({ isWindow = false }: { readonly isWindow?: boolean }): ReactElement {
  const isOpen = useConfirmTrade(({ trade }) => trade !== null)
  const isChangingLevels = useChangedLevels(({ changed }) => changed !== null)
  const isChangingOrder = useChangedOrder(({ changed }) => changed !== null)
  const isTicketOpen = useTicketState(({ side }) => side !== null)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  return (
    <>
      {isNarrow && !isWindow ? <PhoneBar /> : null}
      <ConfirmTrade isOpen={isOpen} />
      <LevelsDialog isOpen={isChangingLevels} />
      <OrderDialog isOpen={isChangingOrder} />
      <TicketSheet isOpen={isTicketOpen && (isNarrow || isWindow)} />
    </>
  )
}
