import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { PanelProps } from '../../entities/panels/define-panel.ts'
import { ConnectionNote } from '../../entities/accounts/connection-note.tsx'
import { SessionList } from './session-list.tsx'
import { activeSessionsQuery, endedSessionsQuery } from './session-queries.ts'

type Title = Pick<PanelProps<object>, 'title'>

/** Sessions that run or have open positions, as a panel. */
export function ActiveSessions({ title }: Title): ReactElement {
  const query = useQuery(activeSessionsQuery)
  const shown = { title, query, rows: query.data ?? [], actions: <ConnectionNote /> }
  return <SessionList {...shown} empty="No active sessions" isAll maxHeight="100%" />
}

/** Sessions that have ended, as a panel. */
export function EndedSessions({ title }: Title): ReactElement {
  const query = useQuery(endedSessionsQuery)
  const shown = { title, query, rows: query.data ?? [], actions: <ConnectionNote /> }
  return <SessionList {...shown} empty="No ended sessions" isAll maxHeight="100%" />
}
