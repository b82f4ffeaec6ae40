import type { MarketInstrument } from '@tradeloom/contracts'
import { accountFor, useAccounts } from '../../entities/accounts/accounts.ts'

/** Whether an account of the user that trades an instrument has funds. */
export function useFunded(): (instrument: MarketInstrument) => boolean {
  const accounts = useAccounts()
  return (instrument) => (accountFor(accounts, instrument)?.fundsAvailable ?? 0) > 0
}
