import { type Optimization, ROW_STATUSES } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useDeferredValue, useMemo } from 'react'
import { AfterPaint } from '../../../ui/after-paint.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { luckQuery } from '../luck/luck-query.ts'
import { WalkForwardView } from '../walk-forward/walk-forward-view.tsx'
import { brushedRows, type RowSelection } from '../rows/row-selection.ts'
import type { useOptimizationRows } from '../rows/use-optimization-rows.ts'
import { BrushBar } from './brush-bar.tsx'
import classes from './charts.module.css'
import { ExternalsProfit } from './externals-profit.tsx'
import { HeatMap } from './heat-map.tsx'
import { ParallelCoordinates } from './parallel-coordinates.tsx'
import { ParetoPanel } from './pareto-panel.tsx'
import { RunsScatter } from './runs-scatter.tsx'
import { SharpePanel } from './sharpe-panel.tsx'
import { SurfacePlot } from './surface-plot.tsx'
import { varyingAxes } from './varying-axes.ts'

const HEIGHT = 320
const ERRORED = ROW_STATUSES.indexOf('Errored')
/** Of the panels with what is around their charts. */
const PARALLEL_HEIGHT = 420
const PAIR_HEIGHT = 441
const SHARPE_HEIGHT = 369

interface OptimizationChartsProps {
  readonly optimization: Optimization
  /** From `useOptimizationRows`, which redraws as often as the charts may. */
  readonly results: ReturnType<typeof useOptimizationRows>
  /** Shared with the table. */
  readonly selection: RowSelection
  /** Opens the full backtest of a row; gets its index. */
  readonly onOpenRow: (index: number) => void
}

/** All charts of an optimization, after the windows of a walk-forward one. */
export function OptimizationCharts(props: OptimizationChartsProps): ReactElement {
  const { optimization, results } = props
  if (optimization.walkForward === null) return <RowCharts {...props} />
  return (
    <div className={classes['charts']}>
      <WalkForwardView optimization={optimization} />
      {results.rows.count > 0 ? <RowCharts {...props} /> : null}
    </div>
  )
}

/** What is brushed in one of them is brushed in all. */
function RowCharts(props: OptimizationChartsProps): ReactElement {
  const { optimization, results, selection, onOpenRow } = props
  const { rows, isLoading, error, retry } = results
  const conditions = selection((state) => state.conditions)
  const brushed = useMemo(() => brushedRows(rows, conditions), [rows, conditions])
  // Charts follow in parts, between which the page answers: what is brushed is counted at once.
  const shown = useDeferredValue(useMemo(() => ({ rows, brushed }), [rows, brushed]))
  const luck = useQuery({ ...luckQuery(optimization), enabled: rows.count > 0 })
  if (rows.count === 0) {
    if (isLoading) return <LoadingBlock height={HEIGHT} />
    if (error) return <ErrorState error={error} onRetry={retry} />
    return <EmptyState title="No backtests yet" text={waitingText(optimization)} />
  }
  if (!isLoading && rows.status.every((status) => status === ERRORED)) {
    return (
      <EmptyState
        title="Nothing to draw"
        text="Every backtest ended with an error. The table has the first message of each."
      />
    )
  }
  const chart = { optimization, ...shown, selection, onOpen: onOpenRow }
  return (
    <div className={classes['charts']}>
      {error ? <ErrorState error={error} onRetry={retry} /> : null}
      <BrushBar optimization={optimization} rows={rows} selection={selection} brushed={brushed} />
      <RunsScatter {...chart} />
      <ExternalsProfit {...chart} />
      <AfterPaint height={PARALLEL_HEIGHT}>
        <ParallelCoordinates {...chart} />
      </AfterPaint>
      {varyingAxes(rows.lattice).length < 2 ? null : (
        <div className={classes['pair']}>
          <AfterPaint height={PAIR_HEIGHT}>
            <HeatMap {...chart} />
          </AfterPaint>
          <AfterPaint height={PAIR_HEIGHT}>
            <SurfacePlot {...chart} />
          </AfterPaint>
        </div>
      )}
      <AfterPaint height={SHARPE_HEIGHT}>
        <div className={classes['pair']}>
          <SharpePanel optimization={optimization} rows={rows} luck={luck.data} />
          {optimization.objectives.length > 1 ? <ParetoPanel {...chart} /> : null}
        </div>
      </AfterPaint>
    </div>
  )
}

function waitingText({ status }: Optimization): string {
  if (status === 'Queued') return 'The optimization is waiting for its turn.'
  return status === 'In Progress' ? 'Charts appear with the first results.' : 'It ended before a backtest was done.'
}
