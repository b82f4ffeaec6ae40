import type { MarketInstrument } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useFeed } from '../../../entities/prices/market-prices.ts'
import { useShownInstruments } from '../../../entities/panels/dashboard-state.ts'
import { instrumentsQuery } from '../../../entities/instruments/market-data-queries.ts'
import { isListed } from '../../../entities/instruments/use-instrument.ts'
import { TicketBar } from './ticket-bar.tsx'
import { useTicketState } from '../../../entities/orders/ticket-state.ts'
import classes from '../entry/ticket.module.css'

/** The ticket in reach of a thumb: SELL and BUY of what was traded last, or of the first instrument of the layout. */
export function PhoneBar(): ReactElement | null {
  const { data } = useQuery(instrumentsQuery)
  const chosen = useTicketState(({ instrumentId }) => instrumentId)
  const shown = useShownInstruments()
  const listed = data?.filter(({ status }) => isListed(status)) ?? []
  const first = [chosen, ...shown].find((wanted) => listed.some(({ id }) => id === wanted))
  const instrument = listed.find(({ id }) => id === first) ?? listed[0]
  if (instrument === undefined) return null
  return (
    <aside className={classes['phone']} aria-label="Trade">
      <BarName instrument={instrument} />
      <TicketBar instrument={instrument} />
    </aside>
  )
}

function BarName({ instrument: { id, displaySymbol, exchangeName } }: { readonly instrument: MarketInstrument }) {
  const status = useFeed(id)
  return (
    <strong>
      {displaySymbol} <small>{status === 'closed' ? 'CLOSED' : exchangeName}</small>
    </strong>
  )
}
