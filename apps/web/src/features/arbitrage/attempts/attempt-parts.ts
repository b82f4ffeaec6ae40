import type { ArbitragePair, TradingAccount } from '@tradeloom/contracts'
import type { AttemptPolicy } from '@tradeloom/domain/arbitrage'
import type { MarketPair } from '../shown-pair.ts'
import type { AttemptNumbers } from './attempt-draft.ts'

/** What a ticket of two orders shows in each of its steps. */
export interface AttemptParts {
  readonly markets: MarketPair
  readonly pair: ArbitragePair
  /** What one unit of what is paid is worth in the currency of the account that buys; NaN while that is not known. */
  readonly rate: number
  readonly numbers: AttemptNumbers
  readonly policy: AttemptPolicy
  readonly accounts: { readonly buy: TradingAccount; readonly sell: TradingAccount }
}

export function accountText({ type, accountNo, currency, share }: TradingAccount): string {
  const of = share === null ? '' : ` of ${share.owner}`
  return `${type === 'live' ? 'LIVE' : type === 'paper' ? 'Paper' : 'Practice'} ${accountNo}${of}, ${currency}`
}
