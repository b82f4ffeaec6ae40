import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { SessionLogLine } from '@tradeloom/contracts'
import { useTopic } from '../../realtime/socket.ts'
import { sessionLogQuery } from './session-queries.ts'

const MAX_LINES = 1_000

/** The last lines of a session's log; new ones are added as they come. `isRead`: fetched again and again, too. */
export function useSessionTail(id: string, isRead: boolean): UseQueryResult<SessionLogLine[]> {
  const client = useQueryClient()
  const query = sessionLogQuery(id, isRead)
  useTopic('logs', (event) => {
    if (event.event !== 'session-log' || event.data.sessionId !== id) return
    const { lines } = event.data
    client.setQueryData(query.queryKey, (known) => {
      const last = known?.at(-1)?.n ?? -1
      return known && [...known, ...lines.filter(({ n }) => n > last)].slice(-MAX_LINES)
    })
  })
  return useQuery(query)
}
