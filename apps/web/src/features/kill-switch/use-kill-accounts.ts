import type { KillAccount } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { openPositionsQuery, ordersQuery } from '../../entities/accounts/trading-queries.ts'
import { holdPass } from './doors.ts'

const EVERY_MS = 60_000
const queryKey = ['kill-accounts']

/** The user's accounts with what the switch would close; as they were when the server last answered. */
export function useKillAccounts(): readonly KillAccount[] {
  const { data = [] } = useQuery({
    queryKey,
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

/**
 * Asks again as soon as the page hears of another position or order: there is something to close right after a trade, and
 * not a minute later. Lists that nothing on the page shows are not asked for.
 */
export function useFreshKillAccounts(): void {
  const { data: positions } = useQuery({ ...openPositionsQuery, enabled: false })
  const { data: orders } = useQuery({ ...ordersQuery, enabled: false })
  useAskAfterChange(positions?.length)
  useAskAfterChange(orders?.map(({ status }) => status).join())
}

/** A list that was just loaded is no change. */
function useAskAfterChange(held: number | string | undefined): void {
  const client = useQueryClient()
  const before = useRef(held)
  useEffect(() => {
    if (before.current !== undefined && before.current !== held) void client.invalidateQueries({ queryKey })
    before.current = held
  }, [client, held])
}

export function hasAnything({ positionCount, orderCount, sessionCount }: KillAccount): boolean {
  return positionCount + orderCount + sessionCount > 0
}
