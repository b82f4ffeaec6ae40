import type { MarketInstrument } from '@tradeloom/contracts'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactElement, useMemo } from 'react'
import { intervalLabel } from '../../charts/price-chart/chart-interval.ts'
import type { ChartSource } from '../../charts/price-chart/chart-source.ts'
import { PriceCanvas } from '../../charts/price-chart/price-canvas.tsx'
import { useHiddenReloads } from '../../charts/price-chart/use-hidden-reloads.ts'
import { formatMinute } from '../../ui/format.ts'
import { EmptyState, LoadingBlock } from '../../ui/states.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { type Embedded, readAddress } from './embedded.ts'
import classes from './embedded-chart.module.css'
import { FeedDot } from '../../entities/prices/feed-dot.tsx'
import { liveSource } from '../../entities/charts/live-source.ts'
import { useFeed } from '../../entities/prices/market-prices.ts'
import { useInstrument } from '../../entities/instruments/use-instrument.ts'
import { useStableInstrument } from '../../entities/instruments/use-stable-instrument.ts'

const BARS = 800

/** A chart in a page elsewhere: public prices, and nothing of a user. */
export function EmbeddedChart(): ReactElement {
  const search = useLocation({ select: (location) => location.searchStr })
  const chart = useMemo(() => readAddress(search), [search])
  const instrument = useInstrument(chart.instrumentId)
  if (instrument === undefined) return <LoadingBlock height={200} />
  if (instrument === null) return <EmptyState title="Instrument not available" />
  return <Chart key={instrument.id} chart={chart} instrument={instrument} />
}

interface ChartProps {
  readonly chart: Embedded
  readonly instrument: MarketInstrument
}

function Chart({ chart, instrument: listed }: ChartProps): ReactElement {
  const instrument = useStableInstrument(listed)
  const { displaySymbol, exchangeName, precision, pipSize } = instrument
  const { interval, side, type, start, end } = chart
  const reloads = useHiddenReloads()
  const period = useMemo(
    () => (start !== undefined && end !== undefined && start < end ? { start, end } : null),
    [start, end],
  )
  const source = useMemo(() => sourceOf(instrument, interval, period), [instrument, interval, period])
  const settings = useMemo(
    () => ({
      grouping: period === null ? interval : ('auto' as const),
      side,
      type,
      hasGaps: false,
      brickPips: null,
      pipSize,
    }),
    [period, interval, side, type, pipSize],
  )
  const name = `${displaySymbol} on ${exchangeName}`
  useTitle(name)
  return (
    <article className={classes['chart']} aria-label={name}>
      <header>
        <strong>{displaySymbol}</strong>
        <span className="muted">{exchangeName}</span>
        <span className="muted">
          {period === null
            ? `${intervalLabel(interval)}, ${side}`
            : `${formatMinute(period.start)} to ${formatMinute(period.end)} UTC`}
        </span>
        {period === null ? <Feed instrumentId={instrument.id} /> : null}
        {/* The page around it stays. */}
        <Link to="/" target="_blank" rel="noopener">
          Tradeloom
        </Link>
      </header>
      <PriceCanvas
        key={reloads}
        source={source}
        precision={precision}
        settings={settings}
        positions={null}
        height="100%"
        label={`Prices of ${name}`}
        onController={(controller) => period !== null && controller?.showSpan(period)}
      />
    </article>
  )
}

function Feed({ instrumentId }: { readonly instrumentId: string }): ReactElement {
  return <FeedDot instrumentId={instrumentId} status={useFeed(instrumentId)} />
}

interface Period {
  readonly start: number
  readonly end: number
}

function sourceOf(market: MarketInstrument, interval: Embedded['interval'], period: Period | null): ChartSource {
  const live = liveSource({ market, interval, bars: BARS })
  if (period === null) return live
  const { follow: _, ...rest } = live
  return { ...rest, ...period }
}
