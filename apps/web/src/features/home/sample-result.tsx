import type { SampleResult as Sample } from '@tradeloom/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { SimulatedBadge } from '../../ui/badges.tsx'
import { formatDay, formatLastDay, formatNumber, formatPercent, formatPlain, signClass } from '../../ui/format.ts'
import { SparkLine } from '../../ui/spark-line.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../ui/states.tsx'
import classes from './home-page.module.css'

const CHART_HEIGHT = 190

/** A real run of a sample: its equity and four figures. */
export function SampleResult({ sample }: { readonly sample: UseQueryResult<Sample | null> }): ReactElement {
  return (
    <section className={classes['sample']} aria-label="Sample result">
      {sample.isPending ? <LoadingBlock height={CHART_HEIGHT + 130} /> : null}
      {sample.isError ? <ErrorState error={sample.error} onRetry={() => void sample.refetch()} /> : null}
      {sample.data === null ? (
        <EmptyState title="No sample result yet" text="A sample runs once there are prices to run it on." />
      ) : null}
      {sample.data ? <Shown sample={sample.data} /> : null}
    </section>
  )
}

function Shown({ sample }: { readonly sample: Sample }): ReactElement {
  const { algorithmName, symbol, simulated, start, end, sparkline } = sample
  return (
    <>
      <header className={classes['sampleHead']}>
        <h2>{algorithmName}</h2>
        <span className="muted num">
          {symbol} · {formatDay(start)} to {formatLastDay(end)}
        </span>
        {simulated ? <SimulatedBadge /> : null}
      </header>
      <SparkLine values={sparkline} height={CHART_HEIGHT} label={`Equity of ${algorithmName}`} />
      <dl className={classes['figures']}>
        <Figure name="Return" tone={signClass(sample.profitPercentage)}>
          {formatPercent(sample.profitPercentage, 2, true)}
        </Figure>
        <Figure name="Maximum drawdown">{formatPercent(sample.maxDrawdownPercentage)}</Figure>
        <Figure name="Return / drawdown">{formatNumber(sample.profitFactor)}</Figure>
        <Figure name="Positions">{formatPlain(sample.positionCount)}</Figure>
      </dl>
    </>
  )
}

interface FigureProps {
  readonly name: string
  readonly tone?: string
  readonly children: string
}

function Figure({ name, tone = '', children }: FigureProps): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={`num ${tone}`}>{children}</dd>
    </div>
  )
}
