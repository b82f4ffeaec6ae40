import { TextInput } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatNumber, formatPlain } from '../../ui/format.ts'
import { requiredFields, type TicketField } from './read-ticket.ts'
import classes from './ticket.module.css'
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

/** What an order of the type cannot do without. Quantity and total are two ways to say how much. */
export function TicketNumbers({ ticket, instrument, fieldProps }: TicketNumbersProps): ReactElement {
  const { type, total } = ticket
  return (
    <>
      <NumberInput
        {...fieldProps('quantity')}
        label={LABELS.quantity}
        unit={instrument.dealt}
        isDerived={total !== null}
      />
      {instrument.contract === 'inverse' ? null : <Total ticket={ticket} instrument={instrument} />}
      {(['limitPrice', 'stopPrice'] as const)
        .filter((field) => requiredFields(type).includes(field))
        .map((field) => (
          <NumberInput key={field} {...fieldProps(field)} label={LABELS[field]} unit={instrument.quote} />
        ))}
    </>
  )
}

/** What the quantity is worth. Typed, it is the most that may be spent: how much that buys is said at once. */
function Total({ ticket, instrument: { dealt, quote } }: Omit<TicketNumbersProps, 'fieldProps'>): ReactElement {
  const { total, worth, draft, side, setTotal } = ticket
  const isKnown = worth > 0
  const echo = `${side === 'BUY' ? 'Buys' : 'Sells'} ${formatPlain(draft.quantity)} ${dealt} for ${formatNumber(worth)} ${quote}`
  return (
    <NumberInput
      label="Total"
      unit={quote}
      text={total ?? (isKnown ? worth.toFixed(2) : '')}
      isDerived={total === null}
      problem={null}
      onText={setTotal}
      {...(total !== null && isKnown ? { echo } : {})}
    />
  )
}

interface NumberInputProps extends Omit<TicketFieldProps, 'onBlur'> {
  readonly label: string
  readonly unit: string
  readonly onBlur?: () => void
  /** It follows from what was typed elsewhere. */
  readonly isDerived?: boolean
  readonly echo?: string
}

function NumberInput(props: NumberInputProps): ReactElement {
  const { label, unit, text, problem, isDerived = false, echo, onText, onBlur } = props
  return (
    <TextInput
      size="sm"
      label={label}
      className={classes['number'] ?? ''}
      data-derived={isDerived || undefined}
      rightSection={<span className="muted">{unit}</span>}
      rightSectionWidth={48}
      rightSectionPointerEvents="none"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={text}
      error={problem ?? undefined}
      description={echo}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
}
