import { ActionIcon } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { IconBellPlus } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { askForAlert } from './ask-for-alert.tsx'

/** Creates an alert for an instrument. */
export function AlertButton({ instrument }: { readonly instrument: MarketInstrument }): ReactElement {
  const { id, displaySymbol, exchangeName } = instrument
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={`New alert for ${displaySymbol} on ${exchangeName}`}
      title="New alert"
      onClick={() => void askForAlert({ instrumentId: id })}
    >
      <IconBellPlus size={14} aria-hidden />
    </ActionIcon>
  )
}
