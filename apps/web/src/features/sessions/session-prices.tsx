import type { MarketInstrument, SessionCharts, TradingSession } from '@tradeloom/contracts'
import { instrumentName, INTERVALS, isBarInterval } from '@tradeloom/domain'
import { type ReactElement, useMemo } from 'react'
import type { ChartSource } from '../../charts/price-chart/chart-source.ts'
import { useHiddenReloads } from '../../charts/price-chart/use-hidden-reloads.ts'
import { Panel } from '../../ui/panel.tsx'
import { LoadingBlock } from '../../ui/states.tsx'
import { PriceChart } from '../../entities/charts/price-chart.tsx'
import { liveSource } from '../../entities/charts/live-source.ts'
import { useInstrument } from '../../entities/instruments/use-instrument.ts'
import { useStableInstrument } from '../../entities/instruments/use-stable-instrument.ts'
import { useTradeLevels } from '../../entities/positions/use-trade-levels.ts'
import { positionsOnChart } from './positions-on-chart.ts'
import { isSessionLive } from './session-queries.ts'

const HEIGHT = 400
/** What the chart loads at once. */
const BARS = 800
/** Bars after the end of a session. */
const BARS_AFTER = 20

interface SessionPricesProps {
  readonly session: TradingSession
  readonly charts: SessionCharts
}

/** The prices since the start of a session, with what it has opened and closed. */
export function SessionPrices({ session, charts }: SessionPricesProps): ReactElement {
  const instrument = useInstrument(session.instrumentId)
  return (
    <Panel flush title="Price and positions" tour="session-prices" detail={instrumentName(session.instrumentId)}>
      {instrument ? <Chart session={session} start={charts.start} instrument={instrument} /> : null}
      {instrument === null ? <p className="muted prose">Instrument not available</p> : null}
      {instrument === undefined ? <LoadingBlock height={HEIGHT} /> : null}
    </Panel>
  )
}

interface ChartProps {
  readonly session: TradingSession
  readonly start: number
  readonly instrument: MarketInstrument
}

function Chart({ session, start, instrument: listed }: ChartProps): ReactElement {
  const instrument = useStableInstrument(listed)
  const { id, interval, stopped } = session
  const reloads = useHiddenReloads()
  const end = isSessionLive(session) || stopped === null ? null : Date.parse(stopped)
  const source = useMemo(() => sourceOf(instrument, { start, end, interval }), [instrument, start, end, interval])
  const positions = useMemo(() => positionsOnChart(id), [id])
  const levels = useTradeLevels(instrument, id)
  return (
    <PriceChart
      key={reloads}
      source={source}
      precision={instrument.precision}
      positions={positions}
      levels={levels}
      label={`Prices of ${instrument.displaySymbol} with the positions of the session`}
      height={HEIGHT}
    />
  )
}

interface Period {
  readonly start: number
  /** Null while the session goes on. */
  readonly end: number | null
  readonly interval: TradingSession['interval']
}

function sourceOf(market: MarketInstrument, { start, end, interval: wanted }: Period): ChartSource {
  // Live prices have no shorter bars.
  const interval = isBarInterval(wanted) && INTERVALS[wanted].ms >= INTERVALS.M1.ms ? wanted : 'M1'
  const live = liveSource({ market, interval, bars: BARS, start })
  if (end === null) return live
  const { follow: _, ...rest } = live
  return { ...rest, end: Math.min(Date.now(), end + BARS_AFTER * INTERVALS[interval].ms) }
}
