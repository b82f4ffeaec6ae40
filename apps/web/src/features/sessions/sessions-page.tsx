import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { RunsPage } from '../../entities/runs/runs-page.tsx'
import { SESSIONS } from './session-kind.ts'
import { SessionList } from './session-list.tsx'
import { activeSessionsQuery, endedSessionsQuery } from './session-queries.ts'

/** All sessions of the user. */
export function SessionsPage(): ReactElement {
  return (
    <RunsPage kind={SESSIONS}>
      <Lists />
    </RunsPage>
  )
}

function Lists(): ReactElement {
  const active = useQuery(activeSessionsQuery)
  const ended = useQuery(endedSessionsQuery)
  return (
    <>
      <SessionList title="Active" empty="No trading sessions" query={active} rows={active.data ?? []} isAll />
      <SessionList title="Ended" empty="No ended sessions" query={ended} rows={ended.data ?? []} isAll />
    </>
  )
}
