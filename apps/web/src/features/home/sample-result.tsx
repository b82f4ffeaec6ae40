import { RETURN_OVER_DRAWDOWN, type SampleResult as Sample } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { SimulatedBadge } from '../../ui/badges.tsx'
import { formatDay, formatLastDay, formatNumber, formatPercent, formatPlain, signClass } from '../../ui/format.ts'
import { SparkLine } from '../../ui/spark-line.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../ui/states.tsx'
import classes from './home-page.module.css'
import { MAX_DRAWDOWN } from '../../ui/profit-terms.ts'
import { sampleResultQuery } from './sample-result-query.ts'

const CHART_HEIGHT = 190

/** A real run of a sample: its equity and four figures. */
export function SampleResult(): ReactElement {
  const { data, error, isPending, isError, refetch } = useQuery(sampleResultQuery)
  return (
    <section className={classes['sample']} aria-label="Sample result">
      {isPending ? <LoadingBlock height={CHART_HEIGHT + 130} /> : null}
      {isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.sample ? <Shown sample={data.sample} /> : null}
      {data?.sample === null ? <NotYet isPreparing={data.isPreparing} /> : null}
    </section>
  )
}

function NotYet({ isPreparing }: { readonly isPreparing: boolean }): ReactElement {
  return isPreparing ? (
    <EmptyState
      title="The samples are running"
      text="This installation is new: it makes a simulated market, then runs each sample on it."
    />
  ) : (
    <EmptyState title="No sample result yet" text="A sample runs once there are prices to run it on." />
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
        <Figure name={MAX_DRAWDOWN}>{formatPercent(sample.maxDrawdownPercentage)}</Figure>
        <Figure name={RETURN_OVER_DRAWDOWN.name}>{formatNumber(sample.profitFactor)}</Figure>
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
