import type { MarketInstrument } from '@tradeloom/contracts'
import type { Side } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { useFeed } from '../../../entities/prices/market-prices.ts'
import { openTicketSheet } from '../../../entities/orders/ticket-state.ts'
import { TicketSide } from './ticket-side.tsx'
import classes from '../entry/ticket.module.css'

const SIDES = ['SELL', 'BUY'] as const satisfies readonly Side[]

/** Opens the ticket of a phone on a side. */
export function TicketBar({ instrument }: { readonly instrument: MarketInstrument }): ReactElement {
  const { id, displaySymbol, exchangeName } = instrument
  const status = useFeed(id)
  return (
    <div className={classes['bar']} data-status={status}>
      {SIDES.map((side) => (
        <button key={side} type="button" data-side={side} onClick={() => openTicketSheet(id, side)}>
          <TicketSide side={side} instrument={instrument} />
          <span className="visually-hidden">{` ${displaySymbol} on ${exchangeName}`}</span>
        </button>
      ))}
    </div>
  )
}
