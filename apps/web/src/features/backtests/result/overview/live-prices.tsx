import type { BacktestDetail } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useCallback, useMemo, useSyncExternalStore } from 'react'
import { useHiddenReloads } from '../../../../charts/price-chart/use-hidden-reloads.ts'
import { type LivePrice, usePriceRef } from '../../../../realtime/price-store.ts'
import { formatNumber } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { backtestSource } from '../../../../entities/charts/backtest-source.ts'
import { useBarDays } from '../../../../entities/charts/use-bar-days.ts'
import { PriceChart } from '../../../../entities/charts/price-chart.tsx'
import { instrumentsQuery } from '../../../../entities/instruments/market-data-queries.ts'
import { followRun } from '../../follow-run.ts'
import { livePositions, livePrices } from '../../live-market.ts'

const DEFAULT_PRECISION = 5

/** The prices that a run in progress has reached, with its newest positions; nothing before the first prices. */
export function LivePrices({ result }: { readonly result: BacktestDetail }): ReactElement | null {
  const { id, instrumentId, start, end, interval, simulated } = result
  const hasPrices = useHasPrices(id)
  const reloads = useHiddenReloads()
  const instruments = useQuery(instrumentsQuery)
  const days = useBarDays(instrumentId)
  const source = useMemo(() => {
    // What a script plots is stored when its run ends.
    const { plots: _, ...market } = backtestSource({ id, start, end, interval, simulated }, instrumentId, days, false)
    return followRun(id, market)
  }, [id, start, end, interval, simulated, instrumentId, days])
  const positions = useMemo(() => livePositions(id, instrumentId), [id, instrumentId])
  if (!hasPrices || instruments.isPending) return null
  const precision = instruments.data?.find((one) => one.id === instrumentId)?.precision ?? DEFAULT_PRECISION
  return (
    <Panel flush title="Price and positions" detail={<Quote id={id} precision={precision} />}>
      <PriceChart
        key={reloads}
        source={source}
        precision={precision}
        positions={positions}
        label="Prices that the run has reached"
        height={360}
      />
    </Panel>
  )
}

/** Whether the run has reached any prices: renders once, not with each of them. */
function useHasPrices(id: string): boolean {
  const subscribe = useCallback((listener: () => void) => livePrices.subscribe(id, listener), [id])
  return useSyncExternalStore(subscribe, () => livePrices.get(id) !== undefined)
}

function Quote({ id, precision }: { readonly id: string; readonly precision: number }): ReactElement {
  const write = useCallback(
    (element: Element, { bid, ask }: LivePrice) => {
      const [sell, buy] = [bid, ask].map((price) => formatNumber(price, precision))
      element.textContent = `Bid ${sell} · Ask ${buy} · newest positions`
    },
    [precision],
  )
  return <span className="num" ref={usePriceRef(livePrices, id, write)} />
}
