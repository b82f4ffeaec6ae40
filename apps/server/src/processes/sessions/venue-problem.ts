import { type AccountRow, schema, type Transaction } from '@tradeloom/database'
import { roundToStep } from '@tradeloom/domain'
import { spotMarketProblem, validateOrder } from '@tradeloom/domain/orders'
import type { PlacePayload } from '@tradeloom/trading'
import { and, eq, inArray } from 'drizzle-orm'
import type { Valuation } from '../../trading-core/prices/valuation.ts'
import { tooManyOrders } from './too-many-orders.ts'

const { intents, venueBalances } = schema

/** The venue has not set their money aside yet. */
const ON_THE_WAY = ['WRITTEN', 'SENDING', 'UNKNOWN'] as const

/**
 * Why an order of a script is not sent to an account at a spot venue; null if it is. The rules are those of the ticket:
 * the venue would refuse it later, or take what was not meant.
 */
export async function venueProblem(
  tx: Transaction,
  valuation: Valuation,
  account: AccountRow,
  payload: PlacePayload,
  now: number,
): Promise<string | null> {
  const { instrumentId, side, reduceOnly, stopLoss, takeProfit } = payload
  if (reduceOnly) return 'Orders that only reduce are not possible at spot markets: close the position'
  if (side === 'SELL') return 'There are no short positions at spot markets'
  const instrument = await valuation.instrument(instrumentId)
  if (!instrument) return 'Instrument not available'
  const elsewhere = spotMarketProblem(instrument, account)
  if (elsewhere !== null) return elsewhere
  const [price, conversion] = await Promise.all([
    valuation.price(instrumentId),
    valuation.rate(instrument, account.currency),
  ])
  // Levels of scripts are computed: they are placed at the nearest step.
  const onStep = (level: number | null): number | null =>
    level === null ? null : roundToStep(level, instrument.quoteStep, 'nearest')
  const draft = { ...payload, stopLoss: onStep(stopLoss), takeProfit: onStep(takeProfit) }
  const available = (await cashOf(tx, account)) - (await onTheWay(tx, account.id, price?.ask ?? 0))
  const problem = validateOrder(draft, {
    isLoggedIn: true,
    instrument,
    isConnected: true,
    time: now,
    price,
    account: { accountCurrency: account.currency, conversion, available },
  })
  if (problem !== null) return problem.message
  return tooManyOrders(tx, account.id, payload, instrument)
}

async function cashOf(tx: Transaction, { id, currency, balance }: AccountRow): Promise<number> {
  const isCash = and(eq(venueBalances.accountId, id), eq(venueBalances.currency, currency))
  const [cash] = await tx.select({ available: venueBalances.available }).from(venueBalances).where(isCash)
  return cash?.available ?? balance
}

/** What purchases that are not at the venue yet will cost; `ask`: where they take the market. */
async function onTheWay(tx: Transaction, accountId: string, ask: number): Promise<number> {
  const sent = await tx
    .select({ payload: intents.payload })
    .from(intents)
    .where(and(eq(intents.accountId, accountId), eq(intents.kind, 'PLACE'), inArray(intents.state, [...ON_THE_WAY])))
  let sum = 0
  for (const { payload } of sent)
    if (payload.kind === 'PLACE' && payload.side === 'BUY')
      sum += payload.quantity * (payload.limitPrice ?? payload.stopPrice ?? ask)
  return sum
}
