import type { MarketInstrument } from '@tradeloom/contracts'
import { accountsFor } from '@tradeloom/domain'
import { openingProblem } from '@tradeloom/domain/orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { missingAccount, useAccounts, viewingOnly } from '../../../entities/accounts/accounts.ts'
import { ordersQuery } from '../../../entities/accounts/trading-queries.ts'

/** The account that is traded on, and why it opens nothing now; null if it does. */
export function useTicketAccount(instrument: MarketInstrument) {
  const isSignedIn = Boolean(useUser())
  const known = useAccounts()
  const { data: orders } = useQuery({ ...ordersQuery, enabled: isSignedIn })
  const [chosen, setAccount] = useState<string | null>(null)
  const accounts = accountsFor(known ?? [], instrument)
  const own = accounts.find(({ share }) => share === null)
  const account = accounts.find(({ id }) => id === chosen) ?? own ?? accounts[0] ?? null
  const isUnknown = orders?.some(
    ({ status, instrumentId, accountId, positionId }) =>
      status === 'UNKNOWN' && instrumentId === instrument.id && accountId === account?.id && positionId === null,
  )
  const blocked =
    account === null
      ? isSignedIn
        ? missingAccount(known, instrument)
        : null
      : (viewingOnly(account) ??
        openingProblem({ level: account.level, isUnknown: isUnknown ?? false, ordersInMinute: 0 }))
  return { account, accounts, setAccount, blocked }
}
