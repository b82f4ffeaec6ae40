import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useMemo } from 'react'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { instrumentsQuery } from '../market-data/market-data-queries.ts'
import { isListed } from '../markets/use-instrument.ts'
import { CollateralBar } from '../trading/collateral-bar.tsx'
import { TradeDialogs } from '../trading/trade-dialogs.tsx'
import { TradingSettings } from '../trading/trading-settings.tsx'
import { type ShownCell, useDashboard } from './dashboard-state.ts'
import type { StoredOptions } from './define-panel.ts'
import { FOREX_MARKETS } from './layout.ts'
import { LayoutGrid } from './layout-grid.tsx'
import classes from './platform-page.module.css'

/** The markets as they move, and what one holds in them. */
export function PlatformPage(): ReactElement {
  return (
    <>
      <Panels />
      <TradeDialogs />
    </>
  )
}

function Bar(): ReactElement {
  return (
    <header className={classes['bar']}>
      <h1>{FOREX_MARKETS.name}</h1>
      <div className={classes['settings']}>
        <TradingSettings />
      </div>
      <CollateralBar />
    </header>
  )
}

function Panels(): ReactElement {
  const { data, error, refetch } = useQuery(instrumentsQuery)
  const cells = useDashboard((state) => state.cells)
  const listed = useMemo(() => new Set(data?.filter(({ status }) => isListed(status)).map(({ id }) => id)), [data])
  const missing = data === undefined ? '' : [...missingIn(cells, listed)].join(', ')
  useEffect(() => {
    // oxlint-disable-next-line no-console -- for who made the layout; the specification wants no more
    if (missing !== '') console.warn(`The layout has panels of instruments that are not available: ${missing}.`)
  }, [missing])
  if (data !== undefined && listed.size > 0) {
    return <LayoutGrid header={<Bar />} cells={cells.filter((cell) => !isMissing(cell, listed))} />
  }
  return (
    <div className={classes['page']}>
      <Bar />
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingRows />
      ) : (
        <EmptyState title="No market is connected" text="Instruments appear here once a venue lists them." />
      )}
    </div>
  )
}

function instrumentOf({ settings }: ShownCell): string | undefined {
  const values = (settings as Partial<StoredOptions> | undefined)?.values
  return (values as { readonly instrumentId?: string } | undefined)?.instrumentId
}

function isMissing(cell: ShownCell, listed: ReadonlySet<string>): boolean {
  const id = instrumentOf(cell)
  return id !== undefined && !listed.has(id)
}

function missingIn(cells: readonly ShownCell[], listed: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(cells.filter((cell) => isMissing(cell, listed)).map((cell) => instrumentOf(cell) ?? ''))
}
