import type { ArbitrageAttempt } from '@tradeloom/contracts'
import type { FillRow } from '@tradeloom/database'
import { tidy } from '@tradeloom/domain'
import type { AttemptOutcome } from '@tradeloom/domain/arbitrage'
import type { ReadAttempt, ReadLeg } from './attempts.repository.ts'

/** What a view needs besides the rows. */
export interface ViewTerms {
  readonly symbolOf: (instrumentId: string) => string
  /** The currency that is paid where it is bought. */
  readonly currency: string
  /** What one unit of the currency of the account that sells is worth in that of the account that buys; null if unknown. */
  readonly feeRate: number | null
}

/** As much is bought as sold: what is left is the result. */
const SETTLED: ReadonlySet<AttemptOutcome> = new Set(['UNSENT', 'FILLED', 'EVEN', 'CLOSED'])

export function viewAttempt({ row, placedBy, buy, sell }: ReadAttempt, terms: ViewTerms): ArbitrageAttempt {
  const { buyLate, sellLate, expected, conversion } = row
  const fees = feesOf({ row, buy, sell }, terms)
  const isSettled = row.outcome !== null && SETTLED.has(row.outcome)
  const gross = cashOf(buy.fills) + cashOf(sell.fills) * conversion
  const [bought, sold] = [tradedOf(buy), tradedOf(sell)]
  const worse = bought.value - expected.buyAverage * bought.quantity + expected.sellAverage * sold.quantity
  return {
    id: row.id,
    placedBy,
    asked: row.askedAt.getTime(),
    ended: row.endedAt?.getTime() ?? null,
    state: row.state,
    outcome: row.outcome,
    reason: row.reason,
    simulated: row.isSimulated,
    quantity: quantityOf(buy),
    currency: terms.currency,
    policy: row.policy,
    maxLoss: row.maxLoss,
    accountCurrency: buy.account.currency,
    expected,
    net: isSettled && fees !== null ? tidy(gross - fees) : null,
    fees: fees === null ? null : tidy(fees),
    slippage: bought.quantity + sold.quantity > 0 ? tidy(worse - sold.value * conversion) : null,
    apart: buyLate === null || sellLate === null ? null : tidy(Math.abs(buyLate - sellLate)),
    buy: viewLeg(buy, terms),
    sell: viewLeg(sell, terms),
  }
}

function viewLeg(leg: ReadLeg, { symbolOf }: ViewTerms): ArbitrageAttempt['buy'] {
  const { account, intent, requests } = leg
  const { payload, filled, average, state, instrumentId } = intent
  const undoing = new Set(requests.map(({ id }) => id))
  const undone = totalOf(leg.fills.filter((fill) => undoing.has(fill.intentId ?? '')))
  return {
    accountId: account.id,
    accountNo: account.accountNo,
    instrumentId,
    symbol: symbolOf(instrumentId),
    broker: instrumentId.slice(instrumentId.indexOf(':') + 1),
    state,
    limitPrice: payload.kind === 'PLACE' ? (payload.limitPrice ?? 0) : 0,
    filled,
    average,
    undone: tidy(undone.quantity),
    undoneAverage: undone.quantity > 0 ? tidy(undone.value / undone.quantity) : null,
    reason: filled < quantityOf(leg) ? intent.reason : null,
  }
}

function quantityOf({ intent: { payload } }: ReadLeg): number {
  return payload.kind === 'PLACE' ? payload.quantity : 0
}

function tradedOf({ intent, fills }: ReadLeg) {
  return totalOf(fills.filter(({ intentId }) => intentId === intent.id))
}

function totalOf(fills: readonly FillRow[]): { readonly quantity: number; readonly value: number } {
  const quantity = fills.reduce((sum, fill) => sum + fill.quantity, 0)
  return { quantity, value: fills.reduce((sum, fill) => sum + fill.quantity * fill.price, 0) }
}

/** What selling has brought, less what buying has cost. */
function cashOf(fills: readonly FillRow[]): number {
  return fills.reduce((sum, { side, quantity, price }) => sum + (side === 'SELL' ? 1 : -1) * quantity * price, 0)
}

function feesOf({ row, buy, sell }: Pick<ReadAttempt, 'row' | 'buy' | 'sell'>, { feeRate }: ViewTerms): number | null {
  const [ofBuyer, ofSeller] = [buy, sell].map(({ fills }) => fills.reduce((sum, { fee }) => sum + fee, 0))
  if (feeRate === null && ofSeller !== 0) return null
  return ((ofBuyer ?? 0) + (ofSeller ?? 0) * (feeRate ?? 0)) / row.buyRate
}
