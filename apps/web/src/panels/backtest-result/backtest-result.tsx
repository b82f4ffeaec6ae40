import type { BacktestCharts, BacktestDetail, Position } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense, useRef, useState } from 'react'
import { backtestChartsQuery, backtestPositionsQuery } from '../../api/queries/backtests.ts'
import { instrumentsQuery } from '../../api/queries/market-data.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, LoadingBlock, LoadingRows } from '../../ui/states.tsx'
import classes from './backtest-result.module.css'
import { Dashboard } from './dashboard.tsx'
import { DataQualityPanel } from './data-quality-panel.tsx'
import { LiveLogPanel, LogPanel } from './log-panel.tsx'
import { MetricsPanel } from './metrics-panel.tsx'
import { PassportPanel } from './passport-panel.tsx'
import { PositionsPanel } from './positions-panel.tsx'
import { ResultHeader } from './result-header.tsx'
import { RunFailure } from './run-failure.tsx'
import { RunProgress } from './run-progress.tsx'

const EquityChart = lazy(async () => ({ default: (await import('../../charts/equity-chart.tsx')).EquityChart }))
const PricePanel = lazy(async () => ({ default: (await import('./price-panel.tsx')).PricePanel }))

interface BacktestResultProps {
  readonly result: BacktestDetail
  /** Read through the public paths: the run belongs to somebody else. */
  readonly isShared: boolean
  /** Reached from the list of all backtests. */
  readonly isAll: boolean
}

const NO_POSITIONS: readonly Position[] = []
const NO_PLOTS: BacktestCharts['plots'] = []

function EquityPanel({ result, isShared }: Omit<BacktestResultProps, 'isAll'>): ReactElement {
  const charts = useQuery(backtestChartsQuery(result.id, isShared))
  return (
    <Panel title="Equity and drawdown" detail={result.accountCurrency} flush>
      {charts.isPending ? <LoadingBlock height={320} /> : null}
      {charts.isError ? <ErrorState error={charts.error} onRetry={() => void charts.refetch()} /> : null}
      {charts.data === undefined ? null : (
        <Suspense fallback={<LoadingBlock height={320} />}>
          <EquityChart curve={charts.data.equityCurve} />
        </Suspense>
      )}
    </Panel>
  )
}

function Trades({ result, isShared }: Omit<BacktestResultProps, 'isAll'>): ReactElement {
  const charts = useQuery(backtestChartsQuery(result.id, isShared))
  const positions = useQuery(backtestPositionsQuery(result.id, isShared))
  const instruments = useQuery(instrumentsQuery)
  const [focus, setFocus] = useState<{ time: number } | null>(null)
  const chart = useRef<HTMLDivElement>(null)
  const instrument = instruments.data?.find(({ id }) => id === result.instrumentId)
  const precision = instrument?.precision ?? 5
  const isReady = !positions.isPending && !charts.isPending && !instruments.isPending

  const choose = (position: Position): void => {
    setFocus({ time: position.openTime })
    chart.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
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
              plots={charts.data?.plots ?? NO_PLOTS}
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
        <PositionsPanel result={result} positions={positions.data} precision={precision} onChoose={choose} />
      )}
    </>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }): ReactElement {
  return (
    <Panel title="Warnings">
      <ul className={classes['warnings']}>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Panel>
  )
}

/** One backtest in whatever state it is: waiting, running, failed, or with its result. */
export function BacktestResult({ result, isShared, isAll }: BacktestResultProps): ReactElement {
  const hasResult = result.statistics !== null
  const isRunning = result.status === 'Queued' || result.status === 'In Progress'
  const hasFailed = result.status === 'Errored' || result.status === 'Failed'
  return (
    <>
      <ResultHeader result={result} isAll={isAll} />
      {isRunning ? <RunProgress result={result} /> : null}
      {hasFailed ? <RunFailure result={result} /> : null}
      {result.warnings.length > 0 ? <Warnings warnings={result.warnings} /> : null}
      {hasResult && !isRunning ? (
        <>
          <Dashboard result={result} />
          <EquityPanel result={result} isShared={isShared} />
          <Trades result={result} isShared={isShared} />
          <DataQualityPanel result={result} />
          <div className={classes['two']}>
            <MetricsPanel metrics={result.metrics} />
            <PassportPanel result={result} />
          </div>
        </>
      ) : null}
      {isRunning ? <LiveLogPanel id={result.id} /> : <LogPanel id={result.id} isShared={isShared} />}
    </>
  )
}
