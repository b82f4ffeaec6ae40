import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { instrumentsQuery } from '../market-data/market-data-queries.ts'
import { isListed } from '../markets/use-instrument.ts'
import { TicketBar } from './ticket-bar.tsx'
import { useTicketState } from './ticket-state.ts'
import classes from './ticket.module.css'

/** The ticket in reach of a thumb: SELL and BUY of what was traded last, or of the first instrument. */
export function PhoneBar(): ReactElement | null {
  const { data } = useQuery(instrumentsQuery)
  const chosen = useTicketState(({ instrumentId }) => instrumentId)
  const listed = data?.filter(({ status }) => isListed(status)) ?? []
  const instrument = listed.find(({ id }) => id === chosen) ?? listed.find(({ id }) => id === FIRST) ?? listed[0]
  if (instrument === undefined) return null
  return (
    <aside className={classes['phone']} aria-label="Trade">
      <strong>
        {instrument.displaySymbol} <small>{instrument.exchangeName}</small>
      </strong>
      <TicketBar instrument={instrument} />
    </aside>
  )
}

const FIRST = 'EURUSD:SIM'
