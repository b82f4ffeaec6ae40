import { useMediaQuery } from '@mantine/hooks'
import { type ReactElement, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { closeConfirmation, type PendingTrade, useConfirmTrade } from './confirm-state.ts'
import { titleOf } from './confirm-title.ts'

/** Asks for the confirmation of a trade, with its stops and what it would cost and risk. */
export function ConfirmTrade({ isOpen }: { readonly isOpen: boolean }): ReactElement {
  const trade = useConfirmTrade((state) => state.trade)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  // While it closes, the dialog keeps what it showed.
  const [shown, setShown] = useState<PendingTrade | null>(trade)
  if (trade !== null && trade !== shown) setShown(trade)
  return (
    <Dialog
      opened={isOpen}
      onClose={() => closeConfirmation()}
      title={shown === null ? '' : titleOf(shown)}
      size={720}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown === null ? null : <ConfirmForm key={shown.key} trade={shown} />}
    </Dialog>
  )
}
