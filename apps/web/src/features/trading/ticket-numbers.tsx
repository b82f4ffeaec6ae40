import { TextInput } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatNumber } from '../../ui/format.ts'
import { requiredFields, type TicketField } from './read-ticket.ts'
import type { Ticket } from './use-ticket.ts'

export interface TicketFieldProps {
  readonly text: string
  readonly problem: string | null
  readonly onText: (text: string) => void
  readonly onBlur: () => void
}

interface TicketNumbersProps {
  readonly ticket: Ticket
  readonly instrument: MarketInstrument
  readonly fieldProps: (field: TicketField) => TicketFieldProps
}

const LABELS = { quantity: 'Quantity', limitPrice: 'Limit price', stopPrice: 'Stop price' } as const

/** What an order of the type cannot do without. */
export function TicketNumbers({ ticket, instrument, fieldProps }: TicketNumbersProps): ReactElement {
  const { type, draft, price, side } = ticket
  const at = draft.limitPrice ?? (side === 'BUY' ? price?.ask : price?.bid)
  const total = at === undefined || instrument.contract === 'inverse' ? Number.NaN : draft.quantity * at
  return (
    <>
      {(['quantity', 'limitPrice', 'stopPrice'] as const)
        .filter((field) => requiredFields(type).includes(field))
        .map((field) => {
          const { text, problem, onText, onBlur } = fieldProps(field)
          const isQuantity = field === 'quantity'
          return (
            <TextInput
              key={field}
              size="sm"
              label={LABELS[field]}
              rightSection={<span className="muted">{isQuantity ? instrument.dealt : instrument.quote}</span>}
              rightSectionWidth={48}
              rightSectionPointerEvents="none"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={text}
              error={problem ?? undefined}
              description={
                isQuantity && Number.isFinite(total) ? `= ${formatNumber(total)} ${instrument.quote}` : undefined
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              onChange={(event) => onText(event.currentTarget.value)}
              onBlur={onBlur}
            />
          )
        })}
    </>
  )
}
