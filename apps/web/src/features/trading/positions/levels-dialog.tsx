import { useMediaQuery } from '@mantine/hooks'
import type { TradingPosition } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useAccounts } from '../../../entities/accounts/accounts.ts'
import { LevelsForm } from './levels-form.tsx'
import { type ChangedLevels, closeLevels, useChangedLevels } from '../../../entities/positions/levels-state.ts'
import { quantityText } from '../../../entities/positions/position-columns.tsx'
import { openPositionsQuery } from '../../../entities/accounts/trading-queries.ts'
import { useInstruments } from '../../../entities/instruments/use-instruments.ts'

/** Changes stop loss, take profit and trailing stop of an open position. */
export function LevelsDialog({ isOpen }: { readonly isOpen: boolean }): ReactElement {
  const changed = useChangedLevels((state) => state.changed)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  // While it closes, the dialog keeps what it showed.
  const [shown, setShown] = useState<ChangedLevels | null>(changed)
  if (changed !== null && changed !== shown) setShown(changed)
  const { data: positions } = useQuery(openPositionsQuery)
  const instruments = useInstruments()
  const accounts = useAccounts()
  const position = positions?.find(({ id }) => id === shown?.positionId)
  const instrument = position && instruments.get(position.instrumentId)
  const account = accounts?.find(({ id }) => id === position?.accountId)
  return (
    <Dialog
      opened={isOpen}
      onClose={closeLevels}
      title={position === undefined ? 'Stop and target' : titleOf(position)}
      size={420}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown === null || position === undefined || instrument === undefined ? (
        <EmptyState title="The position is closed" />
      ) : (
        <LevelsForm key={shown.key} first={shown} position={position} instrument={instrument} account={account} />
      )}
    </Dialog>
  )
}

function titleOf(position: TradingPosition): string {
  const { direction, symbol } = position
  return `Stop and target: ${direction === 'LONG' ? 'Long' : 'Short'} ${quantityText(position)} ${symbol}`
}
