import type { Alert } from '@tradeloom/contracts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useTopic } from '../../realtime/socket.ts'
import { toastInfo } from '../../ui/toast.ts'
import { useUser } from '../user/bootstrap-query.ts'

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => call('listAlerts', { signal }),
})

/** The alerts of the user, newest first, as they change; one that fires while it is on screen says so. */
export function useAlerts() {
  const client = useQueryClient()
  const isSignedIn = Boolean(useUser())
  useTopic(isSignedIn ? 'alerts' : null, ({ event, data }) => {
    if (event === 'alert') {
      if (data.snapshot) return
      const known = client.getQueryData(alertsQuery.queryKey)?.find(({ id }) => id === data.id)
      if (known !== undefined && data.fireCount > known.fireCount) toastInfo(titleOf(data), `alert-${data.id}`)
    }
    void client.invalidateQueries({ queryKey: alertsQuery.queryKey })
  })
  return useQuery({ ...alertsQuery, enabled: isSignedIn })
}

export function titleOf({ symbol, text, note }: Pick<Alert, 'symbol' | 'text' | 'note'>): string {
  return note === '' ? `${symbol}: ${text}` : `${note} (${symbol}: ${text})`
}
