import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { isListed } from '../../entities/instruments/use-instrument.ts'
import { useAccounts } from '../../entities/accounts/accounts.ts'
import { LiveBar } from '../../entities/accounts/live-bar.tsx'
import { ArbitrageDialogs } from '../../features/arbitrage/arbitrage-dialogs.tsx'
import { TradeDialogs } from '../../features/trading/trade-dialogs.tsx'
import { GoToPanel } from './go-to-panel.tsx'
import { columnsIn, widthOf } from '../../entities/panels/grid-columns.ts'
import { type Cell, instrumentOf, type Layout } from '../../entities/panels/layout.ts'
import { LayoutBar } from './layout-bar.tsx'
import { useLayouts } from '../../entities/panels/layouts-store.ts'
import { PanelGrid } from './panel-grid.tsx'
import { PanelList } from './panel-list.tsx'
import { findPanel } from '../../entities/panels/panels.ts'
import { neededColumns } from '../../entities/panels/place-cells.ts'
import classes from './platform-page.module.css'
import { useLayoutsOfUser } from './use-layouts-of-user.ts'
import { useLinkedLayout } from './use-linked-layout.ts'
import { useShownLayout } from './use-shown-layout.ts'

/** The markets as they move, and what one holds in them. */
export function PlatformPage(): ReactElement {
  const { data } = useQuery(instrumentsQuery)
  useLayoutsOfUser(data)
  const layout = useShownLayout()
  const { ref, width } = useWidth()
  return (
    <div ref={ref}>
      {width === null ? null : <Dashboard layout={layout} width={width} />}
      <TradeDialogs />
      <ArbitrageDialogs />
    </div>
  )
}

/** The width of an element, null until it is known. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = (): void => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

interface DashboardProps {
  readonly layout: Layout | undefined
  readonly width: number
}

function Dashboard({ layout, width }: DashboardProps): ReactElement {
  const columns = columnsIn(width)
  return (
    <div className={classes['page']} style={columns === 1 ? {} : { width: widthOf(columns) }}>
      <LiveBar accounts={useAccounts()} />
      <LayoutBar layout={layout} isNarrow={columns === 1} />
      {layout === undefined ? <NoLayout /> : <Panels layout={layout} columns={columns} width={width} />}
    </div>
  )
}

function NoLayout(): ReactElement {
  const known = useLayouts((state) => state.known)
  if (known !== 'failed') return <LoadingRows />
  return <EmptyState title="Your layouts could not be loaded" text="Reload the page, or open a built-in layout." />
}

interface PanelsProps {
  readonly layout: Layout
  readonly columns: number
  readonly width: number
}

function Panels({ layout, columns, width }: PanelsProps): ReactElement {
  const { data, error, refetch } = useQuery(instrumentsQuery)
  useTitle(layout.name)
  const listed = useMemo(
    () => data && new Set(data.filter(({ status }) => isListed(status)).map(({ id }) => id)),
    [data],
  )
  const isKnown = listed !== undefined
  const linked = useLinkedLayout(layout, listed)
  const { shown, missing } = useMemo(() => shownCells(linked, listed), [linked, listed])
  useEffect(() => {
    // oxlint-disable-next-line no-console -- for who made the layout; the specification wants no more
    if (isKnown && missing !== '') console.warn(`The layout has panels that are not available: ${missing}.`)
  }, [missing, isKnown])
  const needed = neededColumns(layout)
  if (listed === undefined) {
    return error === null ? <LoadingRows /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  if (listed.size === 0) {
    return <EmptyState title="No market is connected" text="Instruments appear here once a venue lists them." />
  }
  if (!layout.responsive && needed > columns) return <TooWide missing={widthOf(needed) - width} />
  if (layout.config.length === 0) {
    return <EmptyState title="This layout has no panels" text="Add the first one with “+ Panel” above." />
  }
  return (
    <>
      {columns === 1 ? <PanelList layout={shown} /> : <PanelGrid layout={shown} columns={columns} />}
      <GoToPanel layout={shown} />
    </>
  )
}

function TooWide({ missing }: { readonly missing: number }): ReactElement {
  const needed = window.innerWidth + missing
  return (
    <EmptyState
      title={`This layout needs a window of at least ${needed} px. Widen the window or open a responsive layout`}
    />
  )
}

/** Without the panels of instruments that no venue lists, and without those that there are not. */
function shownCells(layout: Layout, listed: ReadonlySet<string> | undefined) {
  const isShown = (cell: Cell): boolean => {
    const id = instrumentOf(cell)
    return findPanel(cell.view) !== null && (id === undefined || listed === undefined || listed.has(id))
  }
  const config = layout.config.filter(isShown)
  const missing = layout.config.filter((cell) => !isShown(cell)).map((cell) => instrumentOf(cell) ?? cell.view)
  return { shown: { ...layout, config }, missing: [...new Set(missing)].join(', ') }
}
