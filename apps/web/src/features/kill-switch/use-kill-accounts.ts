import type { KillAccount } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { holdPass } from './doors.ts'

const EVERY_MS = 60_000

/** The user's accounts with what the switch would close; as they were when the server last answered. */
export function useKillAccounts(): readonly KillAccount[] {
  const { data = [] } = useQuery({
    queryKey: ['kill-accounts'],
    async queryFn({ signal }) {
      await holdPass()
      return call('listKillAccounts', { signal })
    },
    refetchInterval: EVERY_MS,
    // What was known is shown for as long as the page is open.
    gcTime: Infinity,
    retry: false,
  })
  return data
}

export function hasAnything({ positionCount, orderCount, sessionCount }: KillAccount): boolean {
  return positionCount + orderCount + sessionCount > 0
}
