import { SegmentedControl, Select } from '@mantine/core'
import type { BacktestDetail, BacktestRolling } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react'
import type { SeriesUnit } from '../../../../charts/series-chart.tsx'
import { loadModule } from '../../../../ui/load-module.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../../ui/states.tsx'
import { MAX_DRAWDOWN } from '../../../../ui/profit-terms.ts'
import { backtestRollingQuery, type RollingDays } from '../../../../entities/runs/result-queries.ts'

const SeriesChart = lazy(async () => ({
  default: (await loadModule(() => import('../../../../charts/series-chart.tsx'))).SeriesChart,
}))

type Measure = Exclude<keyof BacktestRolling, 'time'>

const MEASURES: Readonly<Record<Measure, { readonly label: string; readonly unit: SeriesUnit }>> = {
  return: { label: 'Return', unit: 'percent' },
  volatility: { label: 'Volatility (annualized)', unit: 'percent' },
  sharpe: { label: 'Sharpe ratio (annualized)', unit: 'ratio' },
  sortino: { label: 'Sortino ratio (annualized)', unit: 'ratio' },
  maxDrawdown: { label: MAX_DRAWDOWN, unit: 'percent' },
}
const LENGTHS: readonly RollingDays[] = ['30', '90', '180']
const HEIGHT = 260

interface RollingPanelProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
}

/** A statistic over the last trading days, at each day of the run. */
export function RollingPanel({ result, isShared }: RollingPanelProps): ReactElement {
  const [days, setDays] = useState<RollingDays>('30')
  const [measure, setMeasure] = useState<Measure>('return')
  const rolling = useQuery(backtestRollingQuery(result.id, isShared, days))
  return (
    <Panel
      title="Rolling statistics"
      detail={`Over ${days} trading days`}
      flush
      actions={
        <>
          <Select
            size="xs"
            w={210}
            aria-label="Statistic"
            allowDeselect={false}
            data={Object.entries(MEASURES).map(([value, { label }]) => ({ value, label }))}
            value={measure}
            onChange={(value) => setMeasure((value ?? 'return') as Measure)}
          />
          <SegmentedControl
            size="xs"
            aria-label="Trading days"
            data={[...LENGTHS]}
            value={days}
            onChange={(value) => setDays(value as RollingDays)}
          />
        </>
      }
    >
      {rolling.isPending ? <LoadingBlock height={HEIGHT} /> : null}
      {rolling.isError ? <ErrorState error={rolling.error} onRetry={() => void rolling.refetch()} /> : null}
      {rolling.data === null ? (
        <EmptyState title="Not available" text="This result predates rolling statistics. Run it again to see them." />
      ) : null}
      {rolling.data ? <RollingChart rolling={rolling.data} measure={measure} days={days} /> : null}
    </Panel>
  )
}

interface RollingChartProps {
  readonly rolling: BacktestRolling
  readonly measure: Measure
  readonly days: RollingDays
}

function RollingChart({ rolling, measure, days }: RollingChartProps): ReactElement {
  const { label, unit } = MEASURES[measure]
  const series = useMemo(() => [{ label, time: rolling.time, values: rolling[measure] }], [label, rolling, measure])
  if (rolling.time.length < Number(days)) {
    const text = `The run has ${rolling.time.length} trading days, and this needs ${days}.`
    return <EmptyState title="Not enough days" text={text} />
  }
  if (rolling[measure].every((value) => value === null)) {
    return <EmptyState title="No values" text="This statistic is undefined for every part of the run." />
  }
  return (
    <Suspense fallback={<LoadingBlock height={HEIGHT} />}>
      <SeriesChart label={`Rolling ${label.toLowerCase()}`} kind="line" unit={unit} series={series} height={HEIGHT} />
    </Suspense>
  )
}
