import type { MarketInstrument } from '@tradeloom/contracts'
import type { BarInterval } from '@tradeloom/domain'
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react'
import type { ChartPlace } from '../../charts/price-chart/price-canvas.tsx'
import type { PriceController } from '../../charts/price-chart/price-controller.ts'
import type { PriceLevel } from '../../charts/price-chart/price-look.ts'
import { useHiddenReloads } from '../../charts/price-chart/use-hidden-reloads.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Panel } from '../../ui/panel.tsx'
import { askForAlert } from '../../entities/alerts/ask-for-alert.tsx'
import { useAlertLevels } from '../../entities/alerts/use-alert-levels.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import type { ChartOverlay } from '../../entities/charts/chart-overlay.ts'
import type { OverlayPlace } from '../../entities/charts/overlay-place.ts'
import { PriceChart } from '../../entities/charts/price-chart.tsx'
import type { PanelProps } from '../../entities/panels/define-panel.ts'
import { instrumentPositions } from '../../entities/positions/instrument-positions.ts'
import { useTradeLevels } from '../../entities/positions/use-trade-levels.ts'
import { FeedDot } from '../../entities/prices/feed-dot.tsx'
import classes from './market-chart.module.css'
import { KnownInstrument } from '../../entities/instruments/known-instrument.tsx'
import { liveSource } from '../../entities/charts/live-source.ts'
import { useFeed } from '../../entities/prices/market-prices.ts'
import { useStableInstrument } from '../../entities/instruments/use-stable-instrument.ts'

const ChartMenu = lazyPart(async () => (await import('./chart-menu.tsx')).ChartMenu)

const MarketReplay = lazy(async () => ({ default: (await import('./market-replay.tsx')).MarketReplay }))

/** Loaded when the oldest price of a chart comes into view. */
const OlderPrices = lazy(async () => ({ default: (await import('./older-prices.tsx')).OlderPrices }))

const NO_LEVELS: readonly PriceLevel[] = []

/** What a chart of the market loads at once. */
const BARS = 800

interface ChartOptions {
  readonly instrumentId: string
  readonly interval: BarInterval
  readonly overlay: ChartOverlay | null
}

/** History and live prices of an instrument in one chart. */
export function MarketChart({ options, onOptions }: PanelProps<ChartOptions>): ReactElement {
  return (
    <KnownInstrument id={options.instrumentId}>
      {(instrument) => (
        <KnownChart
          instrument={instrument}
          interval={options.interval}
          overlay={{ value: options.overlay, set: (overlay) => onOptions({ ...options, overlay }) }}
        />
      )}
    </KnownInstrument>
  )
}

interface KnownChartProps {
  readonly instrument: MarketInstrument
  readonly interval: BarInterval
  readonly overlay: OverlayPlace
}

function KnownChart({ instrument, interval, overlay }: KnownChartProps): ReactElement {
  const { id, displaySymbol, exchangeName, precision } = instrument
  const status = useFeed(id)
  const reloads = useHiddenReloads()
  // The list of instruments is fetched again from time to time; the chart stays.
  const market = useStableInstrument(instrument)
  const source = useMemo(() => liveSource({ market, interval, bars: BARS }), [market, interval])
  const isSignedIn = Boolean(useUser())
  const positions = useMemo(() => (isSignedIn ? instrumentPositions(id) : null), [isSignedIn, id])
  const trades = useTradeLevels(market)
  const alerts = useAlertLevels(market)
  const levels = useMemo(() => [...trades, ...alerts], [trades, alerts])
  const [oldest, setOldest] = useState<number | null>(null)
  const [controller, setController] = useState<PriceController | null>(null)
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null)
  const [menu, setMenu] = useState<ChartPlace | null>(null)
  // While it closes, the menu stays where it was.
  const [at, setAt] = useState(menu)
  if (menu !== null && menu !== at) setAt(menu)
  const [replay, setReplay] = useState<{ readonly from: number; readonly now: number } | null>(null)
  const [until, setUntil] = useState<number | null>(null)
  const goLive = (): void => {
    setReplay(null)
    setUntil(null)
    controller?.setUntil(null)
    controller?.view.resetScales()
  }
  return (
    <Panel
      flush
      title={displaySymbol}
      detail={exchangeName}
      toolsRef={setToolsPlace}
      actions={<FeedDot instrumentId={id} status={status} />}
    >
      <div className={classes['chart']} data-status={status}>
        <PriceChart
          // Another instrument is another chart: what draws the first one ends with it.
          key={`${id} ${reloads} ${isSignedIn}`}
          source={source}
          precision={precision}
          positions={positions}
          // Of now: they say nothing about what is played again.
          levels={replay === null ? levels : NO_LEVELS}
          until={until}
          label={`Prices of ${displaySymbol} on ${exchangeName}`}
          height={0}
          overlay={overlay}
          toolsPlace={toolsPlace}
          onMenu={setMenu}
          onOldest={setOldest}
          onReady={setController}
          onAlert={() => void askForAlert({ instrumentId: id })}
        />
        {oldest === null || !isSignedIn ? null : (
          <Suspense>
            <OlderPrices instrumentId={id} before={oldest} onFetched={() => controller?.loadOlder()} />
          </Suspense>
        )}
        {replay === null || controller === null ? null : (
          <Suspense>
            <MarketReplay key={replay.from} controller={controller} {...replay} onTime={setUntil} onEnd={goLive} />
          </Suspense>
        )}
        {at === null ? null : (
          <ChartMenu
            isOpen={menu !== null}
            instrument={instrument}
            at={at}
            onReset={() => controller?.view.resetScales()}
            onReplay={(from) => setReplay({ from, now: Date.now() })}
            onClose={() => setMenu(null)}
          />
        )}
      </div>
    </Panel>
  )
}
