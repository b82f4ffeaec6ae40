import type { Execution, MarketInstrument, TradingAccount } from '@tradeloom/contracts'
import { defaultModels, isPerpetual, peggedCurrency, type RunModels } from '@tradeloom/domain'
import { draftOf, type ModelsDraft } from './models-draft.ts'

type Market = Pick<MarketInstrument, 'id' | 'symbol' | 'quote' | 'commission' | 'marginRate' | 'marginRatios'>
type Account = Pick<TradingAccount, 'id' | 'currency' | 'model'>

/** The venue pays each eight hours, at a rate that is known only then. */
const FUNDING = { hours: 8, rate: 0.0001 }

/** The models that an account decides. */
const DECIDED = ['commission', 'margin', 'accounting', 'funding'] as const

/** What trading an instrument costs on an account, as models of a run: what the venue states, and has charged. */
export function accountCosts(market: Market, account: Account, executions: readonly Execution[]) {
  const { symbol, commission, marginRate, marginRatios } = market
  const { currency, model } = account
  const rate = model === 'spot' ? 1 : (marginRatios[currency] ?? marginRate)
  return {
    commission: { ...commission, takerPercent: chargedPercent(market, account, executions) ?? commission.takerPercent },
    margin: { model: 'rate', rate: Math.min(1, rate) },
    // Of coins there are no opposite positions.
    accounting: model === 'hedging' ? 'hedging' : 'netting',
    funding: isPerpetual(symbol) ? FUNDING : null,
  } satisfies Pick<RunModels, (typeof DECIDED)[number]>
}

/** Of the value of the account's last fills at the market's price: discounts are in it. Null without any. */
function chargedPercent(
  { id, quote }: Market,
  { id: accountId, currency }: Account,
  executions: readonly Execution[],
): number | null {
  // Fees are in the currency of the account, and values in that of the market.
  if (peggedCurrency(quote) !== peggedCurrency(currency)) return null
  const own = executions.filter(
    (one) => one.accountId === accountId && one.instrumentId === id && one.orderType === 'Market',
  )
  const value = own.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const fees = own.reduce((sum, { fee }) => sum + fee, 0)
  return value === 0 ? null : Math.round((fees / value) * 1e6) / 1e4
}

/** A draft with the costs of an account; what the account does not decide stays. */
export function withCosts(draft: ModelsDraft, costs: ReturnType<typeof accountCosts>): ModelsDraft {
  const { settings } = draftOf({ ...defaultModels(), ...costs }, null)
  const decided = Object.fromEntries(DECIDED.map((key) => [key, settings[key]!]))
  return { ...draft, settings: { ...draft.settings, ...decided } }
}
