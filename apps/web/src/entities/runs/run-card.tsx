import { Group } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { SimulatedBadge } from '../../ui/badges.tsx'
import { formatDay, formatLastDay } from '../../ui/format.ts'
import type { Run, RunKind } from './run-kind.ts'
import { intervalLabel } from './run-labels.ts'
import { RunLink } from './run-link.tsx'
import classes from './run-list.module.css'

interface RunCardProps {
  readonly kind: RunKind
  readonly run: Run
  readonly isAll: boolean
  /** Before the market. */
  readonly select?: ReactNode
  readonly market: ReactNode
  readonly tools: ReactNode
  readonly status: ReactNode
  /** Its most important figure. */
  readonly figure: ReactNode
  /** Why it ended as it did. */
  readonly problem: string | null
  /** At the end of the line with the version. */
  readonly method?: string
  readonly children: ReactNode
}

/** A run in the list for narrow screens: its key figures without horizontal scrolling. */
export function RunCard(props: RunCardProps): ReactElement {
  const { kind, run, isAll, select, market, tools, status, figure, problem, method, children } = props
  return (
    <li className={classes['card']}>
      <Group gap={8} miw={0}>
        {select}
        {market}
        <span className="muted">{run.broker}</span>
        {run.simulated ? <SimulatedBadge /> : null}
        <span style={{ marginLeft: 'auto' }}>{tools}</span>
      </Group>
      <Group gap={8} miw={0}>
        {status}
        {figure}
      </Group>
      {problem === null || run.status === 'In Progress' ? null : <p className={classes['detail']}>{problem}</p>}
      <Group gap={8} miw={0} className="muted num">
        {isAll ? <span className={`truncate ${classes['name']}`}>{run.algorithmName}</span> : null}
        <span>{run.displayVersionNo}</span>
        {method === undefined ? null : <span style={{ marginLeft: 'auto' }}>{method}</span>}
      </Group>
      <Group gap={8} miw={0} className="muted num">
        <span>
          {formatDay(run.start)} to {formatLastDay(run.end)}
        </span>
        <span style={{ marginLeft: 'auto' }}>{intervalLabel(run.interval)}</span>
      </Group>
      {children}
      <Group gap={8} miw={0} className="num">
        <RunLink kind={kind} run={run} isAll={isAll} />
      </Group>
    </li>
  )
}

/** A figure at the end of a line of a card. */
export function CardFigure({ tone = '', children }: { readonly tone?: string; readonly children: ReactNode }) {
  return (
    <span className={`num ${tone}`} style={{ marginLeft: 'auto' }}>
      {children}
    </span>
  )
}
