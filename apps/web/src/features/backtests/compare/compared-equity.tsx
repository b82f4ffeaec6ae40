import { SegmentedControl } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { useQueries } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import type { EquityCurve, EquityTime } from '../../../charts/equity-curves.ts'
import { TableToggle } from '../../../charts/table-toggle.tsx'
import { formatPercent } from '../../../ui/format.ts'
import { loadModule } from '../../../ui/load-module.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { backtestChartsQuery } from '../../../entities/runs/backtest-queries.ts'
import { comparedCurves } from './compared-curves.ts'

const EquityChart = lazy(async () => ({
  default: (await loadModule(() => import('../../../charts/equity-chart.tsx'))).EquityChart,
}))

const HEIGHT = 360

interface ComparedEquityProps {
  readonly runs: readonly BacktestDetail[]
  readonly isShared: boolean
}

/** The equity of all runs in percent of what each began with. */
export function ComparedEquity({ runs, isShared }: ComparedEquityProps): ReactElement {
  const [isTable, setTable] = useState(false)
  const [time, setTime] = useState<EquityTime>('calendar')
  const charts = useQueries({
    queries: runs.map(({ id }) => backtestChartsQuery(id, isShared)),
    combine: (results) => ({
      loaded: results.map(({ data }) => data?.equityCurve),
      isPending: results.some(({ isPending }) => isPending),
      failed: results.find(({ isError }) => isError),
    }),
  })
  const curves = charts.isPending ? [] : comparedCurves(runs, charts.loaded, time)
  const { failed } = charts
  return (
    <Panel
      title="Equity and drawdown"
      detail="Percent of the initial balance"
      flush
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Time axis"
            data={[
              { value: 'calendar', label: 'Calendar' },
              { value: 'elapsed', label: 'Same start' },
            ]}
            value={time}
            onChange={(value) => setTime(value as EquityTime)}
          />
          <TableToggle isTable={isTable} onChange={setTable} />
        </>
      }
    >
      {failed === undefined ? null : <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {charts.isPending && failed === undefined ? <LoadingBlock height={HEIGHT} /> : null}
      {charts.isPending || curves.length > 0 ? null : (
        <EmptyState title="No equity curves" text="None of these runs has a result." />
      )}
      {curves.length === 0 ? null : (
        <Drawn
          key={`${time} ${curves.map(({ id }) => id).join()}`}
          curves={curves}
          time={time}
          runs={runs}
          isTable={isTable}
        />
      )}
    </Panel>
  )
}

interface DrawnProps {
  readonly curves: readonly EquityCurve[]
  readonly time: EquityTime
  readonly runs: readonly BacktestDetail[]
  readonly isTable: boolean
}

function Drawn({ curves, time, runs, isTable }: DrawnProps): ReactElement {
  // Results never change, so that the first curves are kept: new arrays would draw the chart again.
  const [kept] = useState(curves)
  // A run without a result has no curve.
  const returns = curves.map(({ id, label }) => {
    const run = runs.find((one) => one.id === id)
    return `${label} ${formatPercent(run?.profitPercentage ?? null, 2, true)}`
  })
  return (
    <Suspense fallback={<LoadingBlock height={HEIGHT} />}>
      <EquityChart
        curves={kept}
        focus={null}
        time={time}
        scale="percent"
        height={HEIGHT}
        isTable={isTable}
        alternative={`Returns: ${returns.join(', ')}.`}
      />
    </Suspense>
  )
}
