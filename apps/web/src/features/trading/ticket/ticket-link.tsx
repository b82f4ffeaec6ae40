import { NativeSelect } from '@mantine/core'
import type { MarketInstrument, TradingOrder } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPlain } from '../../../ui/format.ts'
import { priceText } from '../../../entities/positions/live-cells.tsx'
import classes from '../entry/ticket.module.css'
import { useLinkable } from './use-linkable.ts'
import type { Ticket } from './use-ticket.ts'

interface TicketLinkProps {
  readonly ticket: Ticket
  readonly instrument: MarketInstrument
}

const ENDED = 'An order that has ended'

/** The working order that this one is linked to: when one of the two is filled or ends, the other is canceled. */
export function TicketLink({
  ticket: { type, account, linkedTo, setLinkedTo },
  instrument,
}: TicketLinkProps): ReactElement | null {
  const orders = useLinkable(instrument, account)
  if (type === 'MARKET' || (orders.length === 0 && linkedTo === null)) return null
  const isKnown = linkedTo === null || orders.some(({ id }) => id === linkedTo)
  return (
    <NativeSelect
      size="sm"
      className={classes['wide'] ?? ''}
      label="One cancels the other"
      data={[
        { value: '', label: 'Not linked' },
        ...orders.map((order) => ({ value: order.id, label: textOf(order, instrument) })),
        // It is not forgotten silently: this order was meant to be one of two.
        ...(isKnown ? [] : [{ value: linkedTo, label: ENDED }]),
      ]}
      value={linkedTo ?? ''}
      error={isKnown ? undefined : 'It was filled or has ended'}
      onChange={(event) => setLinkedTo(event.currentTarget.value || null)}
    />
  )
}

function textOf(
  { type, side, quantity, limitPrice, stopPrice }: TradingOrder,
  { precision }: MarketInstrument,
): string {
  const at = priceText(stopPrice ?? limitPrice, precision)
  return `${side === 'BUY' ? 'Buy' : 'Sell'} ${formatPlain(quantity)} at ${at} (${type})`
}
