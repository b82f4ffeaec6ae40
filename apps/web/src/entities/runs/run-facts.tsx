import type { Backtest, Optimization } from '@tradeloom/contracts'
import { SETTINGS, summarizeModels } from '@tradeloom/domain'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { formatDay, formatDays, formatLastDay, formatMinute } from '../../ui/format.ts'
import classes from './run-facts.module.css'
import { intervalLabel, resolutionLabel } from './run-labels.ts'

type Inputs = Pick<
  Backtest & Optimization,
  | 'algorithmId'
  | 'algorithmVersionId'
  | 'algorithmName'
  | 'displayVersionNo'
  | 'start'
  | 'end'
  | 'interval'
  | 'resolution'
  | 'models'
  | 'tables'
  | 'time'
  | 'username'
> &
  Pick<Backtest, 'barInterval'>

/** Names and values in lines that wrap. */
export function FactList({ children }: { readonly children: ReactNode }): ReactElement {
  return <dl className={classes['facts']}>{children}</dl>
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}

export function AlgorithmFact({ run }: { readonly run: Inputs }): ReactElement {
  const { algorithmId, algorithmVersionId: versionId } = run
  return (
    <Fact name="Algorithm">
      <Link to="/algorithms/$algorithmId/edit/$versionId" params={{ algorithmId, versionId }}>
        {run.algorithmName} {run.displayVersionNo}
      </Link>
    </Fact>
  )
}

export function PeriodFact({ run: { start, end } }: { readonly run: Inputs }): ReactElement {
  return (
    <Fact name="Period">
      {formatDay(start)} to {formatLastDay(end)} ({formatDays(start, end)})
    </Fact>
  )
}

export function BarFacts({ run }: { readonly run: Inputs }): ReactElement {
  return (
    <>
      <Fact name="Interval">{intervalLabel(run.interval)}</Fact>
      <Fact name="Resolution">{resolutionLabel(run)}</Fact>
    </>
  )
}

export function ModelsFact({ run }: { readonly run: Inputs }): ReactElement {
  return (
    <Fact name="Prices and costs">{summarizeModels(Object.values(SETTINGS), run.models, run.tables) || 'Default'}</Fact>
  )
}

export function CreatedFact({ run }: { readonly run: Inputs }): ReactElement {
  return (
    <Fact name="Created">
      {formatMinute(run.time)} by {run.username}
    </Fact>
  )
}
