import type { MarketInstrument } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatNumber, formatPlain } from '../../../ui/format.ts'
import { NumberInput } from '../entry/number-input.tsx'
import { QuantityShares } from '../entry/quantity-shares.tsx'
import { requiredFields, type TicketField } from './read-ticket.ts'
import classes from '../entry/quantity-shares.module.css'
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
      <div className={classes['quantity']}>
        <NumberInput
          {...fieldProps('quantity')}
          label={LABELS.quantity}
          unit={instrument.dealt}
          isDerived={total !== null}
        />
        <QuantityShares
          instrument={instrument}
          draft={ticket.draft}
          account={ticket.account}
          known={ticket.known}
          onQuantity={(text) => ticket.setText('quantity', text)}
        />
      </div>
      {instrument.contract === 'inverse' ? null : <Total ticket={ticket} instrument={instrument} />}
      {(['limitPrice', 'stopPrice'] as const)
        .filter((field) => requiredFields(type).includes(field))
        .map((field) => (
          <NumberInput
            key={field}
            {...fieldProps(field)}
            label={LABELS[field]}
            unit={instrument.quote}
            {...(field === 'stopPrice' && isPassed(ticket) ? { echo: 'The market is past it: triggers at once' } : {})}
          />
        ))}
    </>
  )
}

/** Whether the market is already where the order would be triggered. */
function isPassed({ draft: { side, stopPrice }, price }: Ticket): boolean {
  if (price === undefined || stopPrice === null) return false
  return side === 'BUY' ? stopPrice <= price.ask : stopPrice >= price.bid
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
