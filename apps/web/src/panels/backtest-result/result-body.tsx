import { Button } from '@mantine/core'
import type { BacktestCharts, BacktestDetail, Breakdowns, Position } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, type RefObject, Suspense, useRef, useState } from 'react'
import { backtestChartsQuery, backtestPositionsQuery } from '../../api/queries/backtests.ts'
import { instrumentsQuery } from '../../api/queries/market-data.ts'
import { loadModule } from '../../ui/load-module.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock, LoadingRows } from '../../ui/states.tsx'
import classes from './backtest-result.module.css'
import { CostsPanel } from './costs-panel.tsx'
import { DrawdownsPanel } from './drawdowns-panel.tsx'
import { ExcursionsPanel } from './excursions-panel.tsx'
import { GroupsPanel } from './groups-panel.tsx'
import { PositionsPanel } from './positions-panel.tsx'
import { DaysPanel, MonthsPanel } from './returns-panels.tsx'

const EquityChart = lazy(async () => ({
  default: (await loadModule(() => import('../../charts/equity-chart.tsx'))).EquityChart,
}))
const PricePanel = lazy(async () => ({ default: (await loadModule(() => import('./price-panel.tsx'))).PricePanel }))

interface ResultBodyProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
}

const NO_POSITIONS: readonly Position[] = []
const NO_PLOTS: BacktestCharts['plots'] = []
const PARTS_HEIGHT = 320

function scrollTo(place: RefObject<HTMLElement | null>): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  place.current?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' })
}

/** The curve of a result, its costs and its drawdowns; then its trades; then its parts. */
export function ResultBody(props: ResultBodyProps): ReactElement {
  const { result, isShared } = props
  const charts = useQuery(backtestChartsQuery(result.id, isShared))
  const [span, setSpan] = useState<{ from: number; to: number } | null>(null)
  const equity = useRef<HTMLDivElement>(null)
  const parts = charts.data?.breakdowns ?? null
  return (
    <>
      <div ref={equity}>
        <Panel
          title="Equity and drawdown"
          detail={result.accountCurrency}
          flush
          actions={
            span === null ? undefined : (
              <Button variant="default" onClick={() => setSpan(null)}>
                Whole run
              </Button>
            )
          }
        >
          {charts.isPending ? <LoadingBlock height={320} /> : null}
          {charts.isError ? <ErrorState error={charts.error} onRetry={() => void charts.refetch()} /> : null}
          {charts.data === undefined ? null : (
            <Suspense fallback={<LoadingBlock height={320} />}>
              <EquityChart curve={charts.data.equityCurve} focus={span} />
            </Suspense>
          )}
        </Panel>
      </div>
      <div className={classes['halves']}>
        <CostsPanel result={result} />
        {parts === null ? (
          <NoParts isPending={charts.isPending} />
        ) : (
          <DrawdownsPanel
            result={result}
            drawdowns={parts.drawdowns}
            onChoose={(chosen) => {
              setSpan(chosen)
              scrollTo(equity)
            }}
          />
        )}
      </div>
      {parts === null ? null : <MonthsPanel monthly={parts.monthly} />}
      <Trades {...props} plots={charts.isPending ? null : (charts.data?.plots ?? NO_PLOTS)} parts={parts} />
      {parts === null ? null : <GroupsPanel breakdowns={parts} />}
    </>
  )
}

function NoParts({ isPending }: { readonly isPending: boolean }): ReactElement {
  return (
    <Panel title="Drawdowns" flush>
      {isPending ? (
        <LoadingBlock height={PARTS_HEIGHT} />
      ) : (
        <EmptyState title="Not known" text="The parts of this result are missing. Run it again to see them." />
      )}
    </Panel>
  )
}

interface TradesProps extends ResultBodyProps {
  /** Null while they are on their way. */
  readonly plots: BacktestCharts['plots'] | null
  readonly parts: Breakdowns | null
}

function Trades({ result, isShared, plots, parts }: TradesProps): ReactElement {
  const positions = useQuery(backtestPositionsQuery(result.id, isShared))
  const instruments = useQuery(instrumentsQuery)
  const [focus, setFocus] = useState<{ time: number } | null>(null)
  const [marked, setMarked] = useState<{ key: string } | null>(null)
  const chart = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const instrument = instruments.data?.find(({ id }) => id === result.instrumentId)
  const precision = instrument?.precision ?? 5
  const isReady = !positions.isPending && plots !== null && !instruments.isPending

  const showInChart = (position: Position): void => {
    setFocus({ time: position.openTime })
    setMarked(null)
    scrollTo(chart)
  }
  const showInTable = (position: Position): void => {
    setMarked({ key: String(position.id) })
    scrollTo(table)
  }
  return (
    <>
      <div ref={chart}>
        {isReady ? (
          <Suspense fallback={<LoadingBlock height={460} />}>
            <PricePanel
              result={result}
              precision={precision}
              positions={positions.data ?? NO_POSITIONS}
              plots={plots}
              focus={focus}
            />
          </Suspense>
        ) : (
          <LoadingBlock height={460} />
        )}
      </div>
      {positions.isPending ? (
        <Panel title="Positions" flush>
          <LoadingRows />
        </Panel>
      ) : null}
      {positions.isError ? (
        <Panel title="Positions">
          <ErrorState error={positions.error} onRetry={() => void positions.refetch()} />
        </Panel>
      ) : null}
      {positions.data === undefined ? null : (
        <>
          <div ref={table}>
            <PositionsPanel
              result={result}
              positions={positions.data}
              precision={precision}
              marked={marked}
              onChoose={showInChart}
            />
          </div>
          <div className={parts === null ? undefined : classes['pair']}>
            <ExcursionsPanel result={result} positions={positions.data} onChoose={showInTable} />
            {parts === null ? null : <DaysPanel daily={parts.daily} />}
          </div>
        </>
      )}
    </>
  )
}
