import { useMediaQuery } from '@mantine/hooks'
import { type ReactElement, useState } from 'react'
import { useInstruments } from '../../../entities/instruments/use-instruments.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadingRows } from '../../../ui/states.tsx'
import { marketName } from '../shown-pair.ts'
import { AttemptResult } from './attempt-result.tsx'
import { closeAttempt, type ShownAttempt, useShownAttempt } from './attempt-state.ts'
import { AttemptTicket } from './attempt-ticket.tsx'

/** Buys at one market and sells at another, after a confirmation; and shows what has come of it. */
export function AttemptDialog({ isOpen }: { readonly isOpen: boolean }): ReactElement {
  const now = useShownAttempt(({ shown }) => shown)
  const instruments = useInstruments()
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  // While it closes, the dialog keeps what it showed.
  const [shown, setShown] = useState<ShownAttempt | null>(now)
  if (now !== null && now !== shown) setShown(now)
  const [sell, buy] = [instruments.get(shown?.sides?.sellId ?? ''), instruments.get(shown?.sides?.buyId ?? '')]
  const markets = sell && buy ? { sell, buy } : null
  const title = markets
    ? `${marketName(markets)}: buy on ${markets.buy.exchangeName}, sell on ${markets.sell.exchangeName}`
    : 'Arbitrage'
  return (
    <Dialog
      opened={isOpen}
      onClose={closeAttempt}
      title={title}
      size={720}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown === null ? null : shown.id !== null ? (
        <AttemptResult key={shown.key} id={shown.id} />
      ) : markets === null ? (
        <LoadingRows rows={6} />
      ) : (
        <AttemptTicket key={shown.key} markets={markets} />
      )}
    </Dialog>
  )
}
