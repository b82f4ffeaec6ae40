import type { BacktestDetail } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useMemo } from 'react'
import { REDRAW_MS } from '../../../../charts/price-chart/chart-limits.ts'
import { useHiddenReloads } from '../../../../charts/price-chart/use-hidden-reloads.ts'
import { useThrottled } from '../../../../charts/price-chart/use-throttled.ts'
import { useKey } from '../../../../realtime/keyed-store.ts'
import { formatNumber } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { backtestSource } from '../../../charts/backtest-source.ts'
import { useBarDays } from '../../../charts/use-bar-days.ts'
import { PriceChart } from '../../../charts/price-chart.tsx'
import { instrumentsQuery } from '../../../market-data/market-data-queries.ts'
import { livePositions, livePricesStore } from '../../live-market.ts'

const DEFAULT_PRECISION = 5

/** The prices that a run in progress has reached, with its newest positions; nothing before the first prices. */
export function LivePrices({ result }: { readonly result: BacktestDetail }): ReactElement | null {
  const { id, instrumentId, start, end, interval, simulated } = result
  const prices = useThrottled(useKey(livePricesStore, id), REDRAW_MS)
  const reloads = useHiddenReloads()
  const instruments = useQuery(instrumentsQuery)
  const days = useBarDays(instrumentId)
  const source = useMemo(() => {
    // What a script plots is stored when its run ends.
    const { plots: _, ...market } = backtestSource({ id, start, end, interval, simulated }, instrumentId, days, false)
    return market
  }, [id, start, end, interval, simulated, instrumentId, days])
  const positions = useMemo(() => livePositions(id, instrumentId), [id, instrumentId])
  if (prices === undefined || instruments.isPending) return null
  const precision = instruments.data?.find((one) => one.id === instrumentId)?.precision ?? DEFAULT_PRECISION
  return (
    <Panel
      flush
      title="Price and positions"
      detail={
        <span className="num">
          Bid {formatNumber(prices.bid, precision)} · Ask {formatNumber(prices.ask, precision)} · newest positions
        </span>
      }
    >
      <PriceChart
        key={reloads}
        source={source}
        precision={precision}
        positions={positions}
        until={prices.time}
        label="Prices that the run has reached"
        height={360}
      />
    </Panel>
  )
}
