import type { TradingSession } from '@tradeloom/contracts'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvents } from '../../realtime/live.ts'
import { toastError } from '../../ui/toast.ts'
import { sessionQuery } from './session-queries.ts'

export const live: LiveEvents = { session: putSession }

/** Shows a session as it is now, in its page and every list; one that starts or ends changes its list. */
function putSession(session: TradingSession, client: QueryClient): void {
  const { queryKey } = sessionQuery(session.id)
  const known = client.getQueryData(queryKey) ?? listed(client, session.id)
  if (client.getQueryData(queryKey)) client.setQueryData(queryKey, session)
  for (const [key, rows] of client.getQueriesData<TradingSession[]>({ queryKey: ['sessions'] })) {
    if (rows)
      client.setQueryData(
        key,
        rows.map((row) => (row.id === session.id ? session : row)),
      )
  }
  if (known && isSame(known, session)) return
  void client.invalidateQueries({ queryKey: ['sessions'] })
  void client.invalidateQueries({ queryKey: ['session-totals'] })
  void client.invalidateQueries({ queryKey: ['session-positions', session.id] })
  void client.invalidateQueries({ queryKey: ['session-closed-positions', session.id] })
  if (known?.status === session.status) return
  // Badges count them.
  void client.invalidateQueries({ queryKey: ['algorithms', 'own'] })
  if (known?.status === 'Active' && session.status === 'Failed') {
    toastError(`Trading session of ${session.algorithmName} failed: ${session.statusDetail ?? ''}`, session.id)
  }
}

function listed(client: QueryClient, id: string): TradingSession | undefined {
  const lists = client.getQueriesData<TradingSession[]>({ queryKey: ['sessions'] })
  return lists.flatMap(([, rows]) => rows ?? []).find((row) => row.id === id)
}

function isSame(left: TradingSession, right: TradingSession): boolean {
  return (
    left.status === right.status &&
    left.openPositionCount === right.openPositionCount &&
    left.closedPositionCount === right.closedPositionCount
  )
}
