import { SegmentedControl, Select } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react'
import type { EquityCurve, EquityScale } from '../../../../charts/equity-curves.ts'
import { TableToggle } from '../../../../charts/table-toggle.tsx'
import { formatCount } from '../../../../ui/format.ts'
import { loadModule } from '../../../../ui/load-module.ts'
import { Panel, PanelNote } from '../../../../ui/panel.tsx'
import { ErrorState, LoadingBlock } from '../../../../ui/states.tsx'
import { backtestChartsQuery } from '../../../../entities/runs/backtest-queries.ts'
import { instrumentsQuery } from '../../../../entities/instruments/market-data-queries.ts'
import { equitySentence } from './equity-sentence.ts'
import { type EquityRange, rangesOf } from './equity-ranges.ts'
import { NONE, OWN, useBenchmark } from './use-benchmark.ts'

const loadChart = () => loadModule(() => import('../../../../charts/equity-chart.tsx'))
// Preloads the chart's code while the result is loading. A failure occurs again, and is shown, on rendering.
void import('../../../../charts/equity-chart.tsx').catch(() => {})
const EquityChart = lazy(async () => ({ default: (await loadChart()).EquityChart }))

const HEIGHT = 340

export interface Span {
  readonly from: number
  readonly to: number
}

interface EquityPanelProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
  /** The span that the chart shows; null shows the whole run. */
  readonly span: Span | null
  readonly onSpan: (span: Span | null) => void
}

/** Equity, balance and drawdown, with the span and scale to show. */
export function EquityPanel({ result, isShared, span, onSpan }: EquityPanelProps): ReactElement {
  const charts = useQuery(backtestChartsQuery(result.id, isShared))
  const [shown, setShown] = useState<'money' | 'log' | 'percent'>('money')
  const [isTable, setTable] = useState(false)
  const scale: EquityScale = shown === 'percent' ? 'percent' : 'money'
  const benchmark = useBenchmark(result, isShared)
  const curve = charts.data?.equityCurve
  const curves = useMemo<EquityCurve[]>(() => {
    if (curve === undefined) return []
    const { initialBalance } = result
    return [{ ...curve, id: 'equity', label: 'Equity', color: 'var(--accent)', initial: initialBalance }]
  }, [curve, result])
  return (
    <Panel
      title="Equity and drawdown"
      flush
      actions={
        <>
          <BenchmarkSelect result={result} chosen={benchmark.chosen} onChoose={benchmark.onChoose} />
          <RangeButtons result={result} span={span} onSpan={onSpan} />
          <SegmentedControl
            size="xs"
            aria-label="Scale"
            data={[
              { value: 'money', label: result.accountCurrency },
              { value: 'log', label: 'Log' },
              { value: 'percent', label: '%' },
            ]}
            value={shown}
            onChange={(value) => setShown(value as typeof shown)}
          />
          <TableToggle isTable={isTable} onChange={setTable} />
        </>
      }
    >
      {charts.isPending ? <LoadingBlock height={HEIGHT} /> : null}
      {charts.isError ? <ErrorState error={charts.error} onRetry={() => void charts.refetch()} /> : null}
      {curve === undefined ? null : (
        <Suspense fallback={<LoadingBlock height={HEIGHT} />}>
          <div data-tour="equity">
            <EquityChart
              curves={curves}
              benchmarks={benchmark.curves}
              focus={span}
              scale={scale}
              isLog={shown === 'log'}
              isTable={isTable}
              height={HEIGHT}
              alternative={equitySentence(result)}
            />
          </div>
        </Suspense>
      )}
      {benchmark.problem === null ? null : <PanelNote role="note">{benchmark.problem}</PanelNote>}
      {benchmark.missingDays === 0 ? null : (
        <PanelNote role="note">
          The benchmark has no price on {formatCount(benchmark.missingDays, 'day')} of the run, which{' '}
          {benchmark.missingDays === 1 ? 'keeps' : 'keep'} the value of the day before.
        </PanelNote>
      )}
    </Panel>
  )
}

interface BenchmarkSelectProps {
  readonly result: BacktestDetail
  readonly chosen: string
  readonly onChoose: (choice: string) => void
}

/** What the equity is compared with: holding the instrument of the run, or any other one. */
function BenchmarkSelect({ result, chosen, onChoose }: BenchmarkSelectProps): ReactElement {
  const { data = [] } = useQuery(instrumentsQuery)
  const others = data.filter(({ id }) => id !== result.instrumentId).map(({ id }) => ({ value: id, label: id }))
  return (
    <Select
      size="xs"
      w={190}
      aria-label="Benchmark"
      searchable
      allowDeselect={false}
      data={[{ value: OWN, label: `Buy and hold ${result.symbol}` }, { value: NONE, label: 'No benchmark' }, ...others]}
      value={chosen}
      onChange={(value) => onChoose(value ?? OWN)}
    />
  )
}

interface RangeButtonsProps {
  readonly result: BacktestDetail
  readonly span: Span | null
  readonly onSpan: (span: Span | null) => void
}

/** The last part of the run, or all of it; only ranges that are shorter than the run. */
function RangeButtons({ result, span, onSpan }: RangeButtonsProps): ReactElement | null {
  const ranges = rangesOf(Date.parse(result.start), Date.parse(result.end))
  const isChosen = ({ from, to }: EquityRange): boolean => span !== null && span.from === from && span.to === to
  const chosen = span === null ? 'All' : (ranges.find(isChosen)?.label ?? '')
  return (
    <SegmentedControl
      size="xs"
      aria-label="Range"
      data={[...ranges.map(({ label }) => label), 'All']}
      value={chosen}
      onChange={(label) => {
        const range = ranges.find((one) => one.label === label)
        onSpan(range === undefined ? null : { from: range.from, to: range.to })
      }}
    />
  )
}
