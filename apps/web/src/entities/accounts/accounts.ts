import type { MarketInstrument, TradingAccount } from '@tradeloom/contracts'
import { accountsFor } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../user/bootstrap-query.ts'
import { accountsQuery } from './trading-queries.ts'

/** The user's accounts; undefined for visitors, and until they are known. */
export function useAccounts(): readonly TradingAccount[] | undefined {
  const isSignedIn = Boolean(useUser())
  return useQuery({ ...accountsQuery, enabled: isSignedIn }).data
}

/** Why there is no account yet to trade an instrument on; null if there is one. */
export function missingAccount(
  accounts: readonly TradingAccount[] | undefined,
  instrument: Pick<MarketInstrument, 'broker' | 'accounts' | 'displaySymbol' | 'exchangeName'>,
): string | null {
  if (accounts === undefined) return 'Your accounts are loading'
  if (accountsFor(accounts, instrument).length > 0) return null
  return `None of your accounts trades ${instrument.displaySymbol} on ${instrument.exchangeName}`
}

/** Why the user cannot trade on an account that somebody shares with them; null if they can. */
export function viewingOnly({ share }: Pick<TradingAccount, 'share'>): string | null {
  return share?.role === 'viewer' ? `${share.owner} shares this account with you as viewer` : null
}

/** The same by the id of an account. */
export function viewingOnlyIn(accounts: readonly TradingAccount[] | undefined, accountId: string): string | null {
  const account = accounts?.find(({ id }) => id === accountId)
  return account === undefined ? null : viewingOnly(account)
}

/** The first of the user's own accounts that trades an instrument: the server takes the same one where none is named. */
export function accountFor(
  accounts: readonly TradingAccount[] | undefined,
  instrument: Pick<MarketInstrument, 'broker' | 'accounts'>,
): TradingAccount | null {
  const own = accounts?.filter(({ share }) => share === null)
  return accountsFor(own ?? [], instrument)[0] ?? null
}
