import type { Optimization, OptimizationWalkForward, WalkForwardCellView } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react'
import { TableToggle } from '../../../charts/table-toggle.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatCount, formatPercent, formatSigned, signClass } from '../../../ui/format.ts'
import { loadModule } from '../../../ui/load-module.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { Stat, StatList } from '../../../ui/stat.tsx'
import { DriftPanel } from './drift-panel.tsx'
import { MatrixPanel } from './matrix-panel.tsx'
import { walkForwardQuery } from './walk-forward-query.ts'
import classes from './walk-forward.module.css'
import { windowColumns } from './window-columns.tsx'
import { WindowTimeline } from './window-timeline.tsx'

const SeriesChart = lazy(async () => ({
  default: (await loadModule(() => import('../../../charts/series-chart.tsx'))).SeriesChart,
}))

const HEIGHT = 300

/** What the search would have earned if it had been repeated window after window, each tested on days it had not seen. */
export function WalkForwardView({ optimization }: { readonly optimization: Optimization }): ReactElement {
  const query = useQuery(walkForwardQuery(optimization))
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingBlock height={HEIGHT} />
    )
  }
  return <Result optimization={optimization} result={query.data} />
}

function Result({ optimization, result }: SummaryProps): ReactElement {
  const [chosen, setChosen] = useState<Lengths | null>(null)
  const { windows, cells, drift } = result
  const [first] = cells
  if (windows.length === 0 || first === undefined)
    return <EmptyState title="No windows yet" text="The first one is about to be trained." />
  const isOf = (one: Lengths) => (other: Lengths) =>
    one.trainDays === other.trainDays && one.testDays === other.testDays
  const own = windows.filter(isOf(first))
  const shown = cells.find(isOf(chosen ?? first)) ?? first
  return (
    <div className={classes['view']}>
      <Summary optimization={optimization} result={{ ...result, windows: own }} />
      <MatrixPanel cells={cells} shown={shown} onShow={setChosen} />
      <WindowTimeline windows={windows.filter(isOf(shown))} />
      <Equity result={result} currency={optimization.accountCurrency} />
      <Windows
        optimization={optimization}
        windows={windows.filter(isOf(shown))}
        cell={cells.length > 1 ? shown : null}
      />
      <DriftPanel windows={own} drift={drift} />
    </div>
  )
}

type Lengths = Pick<WalkForwardCellView, 'trainDays' | 'testDays'>

interface SummaryProps {
  readonly optimization: Optimization
  readonly result: OptimizationWalkForward
}

function Summary({ optimization, result }: SummaryProps): ReactElement {
  const { profit, profitPercentage, efficiency, windows } = result
  const tested = windows.filter(({ testProfit }) => testProfit !== null)
  const won = tested.filter(({ testProfit }) => (testProfit ?? 0) > 0).length
  const { anchored = false, trainDays = 0, testDays = 0, embargoDays = 0 } = optimization.walkForward ?? {}
  return (
    <Panel
      title="Walk-forward"
      detail={`${formatCount(trainDays, 'day')} of training${anchored ? ' at first, growing' : ''}, ${formatCount(testDays, 'day')} of test, embargo ${formatCount(embargoDays, 'day')}`}
      flush
    >
      <StatList>
        <Stat
          label="Profit out of sample"
          value={formatSigned(profit)}
          tone={signClass(profit)}
          reason="No test has ended yet."
          detail={formatPercent(profitPercentage, 2, true)}
        />
        <Stat
          label="Efficiency"
          value={formatPercent(efficiency === null ? null : efficiency * 100, 1)}
          reason="It needs a training that gained and a test that has ended."
          detail="yearly return outside / inside"
        />
        <Stat
          label="Tests with a gain"
          value={`${won} of ${tested.length}`}
          detail={tested.length < windows.length ? `${formatCount(windows.length, 'window')} in all` : undefined}
        />
      </StatList>
    </Panel>
  )
}

function Equity({ result, currency }: { readonly result: OptimizationWalkForward; readonly currency: string }) {
  const [isTable, setTable] = useState(false)
  const { times, values } = result.equity
  const series = useMemo(() => [{ label: 'Equity', time: times, values }], [times, values])
  return (
    <Panel
      title="Equity out of sample"
      detail={`All tests one after the other, ${currency}`}
      flush
      actions={times.length === 0 ? null : <TableToggle isTable={isTable} onChange={setTable} />}
    >
      {times.length === 0 ? (
        <EmptyState title="No test has ended yet" />
      ) : (
        <Suspense fallback={<LoadingBlock height={HEIGHT} />}>
          <SeriesChart
            label="Equity of all tests, one after the other"
            kind="line"
            unit="money"
            series={series}
            height={HEIGHT}
            isTable={isTable}
          />
        </Suspense>
      )}
    </Panel>
  )
}

interface WindowsProps {
  readonly optimization: Optimization
  readonly windows: OptimizationWalkForward['windows']
  /** Null without a matrix. */
  readonly cell: Lengths | null
}

function Windows({ optimization, windows, cell }: WindowsProps): ReactElement {
  const columns = useMemo(
    () => windowColumns(optimization.externalsSettings.map(({ name }) => name)),
    [optimization.externalsSettings],
  )
  const lengths =
    cell === null
      ? ''
      : ` with ${formatCount(cell.trainDays, 'day')} of training and ${formatCount(cell.testDays, 'day')} of test`
  return (
    <Panel title="Results of the windows" detail={`${formatCount(windows.length, 'window')}${lengths}`} flush>
      <DataTable
        label="Windows"
        columns={columns}
        rows={windows}
        rowKey={({ number }) => String(number)}
        maxHeight={420}
      />
    </Panel>
  )
}
