import type { TradingSession } from '@tradeloom/contracts'
import { instrumentName } from '@tradeloom/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { formatMinute, formatSigned, signClass } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { intervalLabel } from '../../entities/runs/run-labels.ts'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { sessionColumns, sessionLink } from './session-columns.tsx'
import classes from './session-list.module.css'
import { SessionStatus } from './session-status.tsx'

interface SessionListProps {
  readonly title: string
  readonly empty: string
  readonly text?: string
  readonly query: Pick<UseQueryResult, 'isPending' | 'isError' | 'isSuccess' | 'error'> & {
    readonly refetch: () => unknown
  }
  readonly rows: readonly TradingSession[]
  readonly isAll: boolean
  readonly actions?: ReactNode
  /** Its name in tours. */
  readonly tour?: string
  /** Of the table; it grows with its rows if omitted. */
  readonly maxHeight?: string
}

/** Sessions as a table, or as cards on narrow screens; started last first. */
export function SessionList(props: SessionListProps): ReactElement {
  const { title, empty, text, query, rows, isAll, actions, tour, maxHeight } = props
  const isNarrow = useIsNarrow()
  const navigate = useNavigate()
  const columns = useMemo(() => sessionColumns(isAll), [isAll])
  const hasRows = rows.length > 0
  return (
    <Panel title={title} tour={tour} detail={hasRows ? rows.length : undefined} actions={actions} flush>
      {query.isPending ? <LoadingRows rows={3} /> : null}
      {query.isError && !hasRows ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isSuccess && !hasRows ? <EmptyState picture="sessions" title={empty} text={text} /> : null}
      {hasRows && isNarrow ? (
        <ul>
          {rows.map((row) => (
            <Card key={row.id} session={row} isAll={isAll} />
          ))}
        </ul>
      ) : null}
      {hasRows && !isNarrow ? (
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          onRow={(row) => void navigate(sessionLink(row, isAll))}
          rowHeight={30}
          initialSort={{ id: 'started', desc: true }}
          {...(maxHeight === undefined ? {} : { maxHeight })}
        />
      ) : null}
    </Panel>
  )
}

function Card({ session, isAll }: { readonly session: TradingSession; readonly isAll: boolean }): ReactElement {
  const profit = session.totalProfit
  return (
    <li className={classes['card']}>
      <Link {...sessionLink(session, isAll)}>
        {isAll ? session.algorithmName : instrumentName(session.instrumentId)} · {formatMinute(session.started)}
      </Link>
      <span>
        <SessionStatus session={session} /> · {isAll ? `${instrumentName(session.instrumentId)} · ` : ''}
        {intervalLabel(session.interval)} · {session.openPositionCount} open ·{' '}
        <span className={`num ${signClass(profit)}`}>{formatSigned(profit)}</span>
      </span>
    </li>
  )
}
