import type { MarketInstrument } from '@tradeloom/contracts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react'
import { LiveBar } from '../../entities/accounts/live-bar.tsx'
import { useAccounts } from '../../entities/accounts/accounts.ts'
import { isListed } from '../../entities/instruments/use-instrument.ts'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { useTicketState } from '../../entities/orders/ticket-state.ts'
import { DashboardPanel } from '../../entities/panels/dashboard-panel.tsx'
import { useDashboard } from '../../entities/panels/dashboard-state.ts'
import { findPanel } from '../../entities/panels/panels.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { Executions } from '../../features/trading/orders/executions.tsx'
import { Orders } from '../../features/trading/orders/orders.tsx'
import { OpenPositions } from '../../features/trading/positions/open-positions.tsx'
import { TradeDialogs } from '../../features/trading/trade-dialogs.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import page from '../../ui/page.module.css'
import { useTitle } from '../../ui/use-title.ts'
import { InstrumentFacts } from './instrument-facts.tsx'
import { InstrumentHeader } from './instrument-header.tsx'
import classes from './instrument-page.module.css'

const route = getRouteApi('/instruments/$instrumentId')

/** Everything about one market: its prices, what the user holds in it, and what trading it costs. */
export function InstrumentPage(): ReactElement {
  const { instrumentId } = route.useParams()
  const { data, error, refetch } = useQuery(instrumentsQuery)
  const instrument = data?.find(({ id }) => id === instrumentId)
  useTitle(instrument === undefined ? instrumentId : `${instrument.displaySymbol} ${instrument.exchangeName}`)
  if (instrument !== undefined) return <KnownInstrumentPage key={instrumentId} instrument={instrument} />
  return (
    <div className={page['page']}>
      {data === undefined && error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <LoadingRows rows={8} /> : null}
      {data === undefined ? null : (
        <EmptyState
          title="Instrument not available"
          text={`No venue lists ${instrumentId}, and no prices of it are stored.`}
        />
      )}
    </div>
  )
}

/** Panels of the page; the ticket is where a click on a price leads. */
const PANELS = ['price-chart', 'trade-ticket', 'order-book', 'trades', 'ticker']

function KnownInstrumentPage({ instrument }: { readonly instrument: MarketInstrument }): ReactElement {
  const { id, status, hasDepth } = instrument
  const isLive = isListed(status)
  const isSignedIn = Boolean(useUser())
  const accounts = useAccounts()
  useLayoutEffect(() => {
    useDashboard.setState({ pageViews: PANELS })
    useTicketState.setState({ instrumentId: id })
    return () => useDashboard.setState({ pageViews: null })
  }, [id])
  return (
    <div className={page['page']}>
      <LiveBar accounts={accounts} />
      <InstrumentHeader instrument={instrument} />
      {isLive ? (
        <div className={classes['market']}>
          <PagePanel view="price-chart" instrumentId={id} />
          <PagePanel view="trade-ticket" instrumentId={id} />
        </div>
      ) : null}
      <div className={classes['details']}>
        {isLive && hasDepth ? <PagePanel view="order-book" instrumentId={id} /> : null}
        {isLive && hasDepth ? <PagePanel view="trades" instrumentId={id} /> : null}
        <div className={classes['facts']}>
          {isLive ? <PagePanel view="ticker" instrumentId={id} /> : null}
          <InstrumentFacts instrument={instrument} />
        </div>
      </div>
      {isSignedIn ? (
        <div className={classes['own']}>
          <OpenPositions title="Open positions" instrumentId={id} />
          <Orders title="Orders" instrumentId={id} />
          <Executions title="Executions" instrumentId={id} />
        </div>
      ) : null}
      <TradeDialogs />
    </div>
  )
}

/** A panel of the dashboard in its place on this page. */
function PagePanel({ view, instrumentId }: { readonly view: string; readonly instrumentId: string }): ReactElement {
  const ref = useRef<HTMLDivElement>(null)
  const opened = useDashboard((state) => state.opened)
  useEffect(() => {
    if (opened?.key !== view) return
    ref.current?.scrollIntoView({ block: 'nearest' })
    ref.current?.focus({ preventScroll: true })
  }, [opened, view])
  const version = findPanel(view)?.version ?? 1
  return (
    <div ref={ref} tabIndex={-1} className={classes['panel']} data-view={view}>
      <DashboardPanel name={view} stored={{ version, values: { instrumentId } }} />
    </div>
  )
}
