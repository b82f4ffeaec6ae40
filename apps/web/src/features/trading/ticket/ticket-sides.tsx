import type { MarketInstrument } from '@tradeloom/contracts'
import type { Side } from '@tradeloom/domain'
import { type ReactElement, useId } from 'react'
import { TicketSide } from './ticket-side.tsx'
import classes from '../entry/ticket.module.css'

interface TicketSidesProps {
  readonly side: Side
  readonly instrument: MarketInstrument
  readonly onSide: (side: Side) => void
}

/** Buy or sell, each at its price. */
export function TicketSides({ side, instrument, onSide }: TicketSidesProps): ReactElement {
  const name = useId()
  return (
    <div className={classes['sides']} role="radiogroup" aria-label="Side">
      {(['SELL', 'BUY'] as const).map((one) => (
        <label key={one} data-side={one}>
          <input type="radio" name={name} checked={side === one} onChange={() => onSide(one)} aria-label={one} />
          <TicketSide side={one} instrument={instrument} />
        </label>
      ))}
    </div>
  )
}
