import { type AccountRow, schema, type Transaction } from '@tradeloom/database'
import { accountFigures } from '@tradeloom/domain'
import { NOT_ENOUGH_MARGIN, previewOrder } from '@tradeloom/domain/orders'
import type { IntentPayload, PlacePayload } from '@tradeloom/trading'
import { and, eq, inArray } from 'drizzle-orm'
import { exposureOf } from '../../trading-core/prices/exposure.ts'
import type { Valuation } from '../../trading-core/prices/valuation.ts'
import { tooManyOrders } from './too-many-orders.ts'

const { intents, positions } = schema

const IN_FLIGHT = ['WRITTEN', 'SENDING', 'UNKNOWN', 'WORKING', 'PARTIAL'] as const

/** Why an account on margin cannot carry an order of a script, or its venue would not take it; null if it can. */
export async function marginProblem(
  tx: Transaction,
  valuation: Valuation,
  account: AccountRow,
  wanted: PlacePayload,
): Promise<string | null> {
  const short = await shortOfMargin(tx, valuation, account, wanted)
  if (short !== null || account.venue === 'paper' || wanted.reduceOnly) return short
  const instrument = await valuation.instrument(wanted.instrumentId)
  return instrument ? tooManyOrders(tx, account.id, wanted, instrument) : 'Instrument not available'
}

/**
 * Why the account cannot carry an order at market; null if it can. Orders on their way take margin, too. One that waits for
 * its price is checked when it is filled, as in a backtest.
 */
async function shortOfMargin(
  tx: Transaction,
  valuation: Valuation,
  account: AccountRow,
  wanted: PlacePayload,
): Promise<string | null> {
  if (!opensAtMarket(wanted)) return null
  const { id, balance, currency } = account
  const open = await tx
    .select()
    .from(positions)
    .where(and(eq(positions.accountId, id), eq(positions.status, 'OPEN')))
  const sent = await tx
    .select({ payload: intents.payload, filled: intents.filled })
    .from(intents)
    .where(and(eq(intents.accountId, id), eq(intents.kind, 'PLACE'), inArray(intents.state, [...IN_FLIGHT])))
  const { unrealised, usedMargin } = await exposureOf(open, currency, valuation)
  const { available } = accountFigures(balance, unrealised, usedMargin)
  const sides = new Map<string, { BUY: number; SELL: number }>()
  for (const { instrumentId, direction, quantity } of open) {
    add(sides, { instrumentId, side: direction === 'LONG' ? 'BUY' : 'SELL', quantity })
  }
  let needed = 0
  for (const { payload, filled } of sent) {
    if (!opensAtMarket(payload)) continue
    // What is filled is among the positions.
    const rest = { ...payload, quantity: payload.quantity - filled }
    needed += await marginOf(valuation, currency, rest, add(sides, rest))
  }
  const own = await marginOf(valuation, currency, wanted, add(sides, wanted))
  // The other side of a hedge needs none, however little is left.
  return own > 0 && needed + own > available ? NOT_ENOUGH_MARGIN : null
}

function opensAtMarket(payload: IntentPayload): payload is PlacePayload {
  return payload.kind === 'PLACE' && payload.type === 'MARKET' && !payload.reduceOnly
}

/** By how much the larger side of the market grows: margin is needed for that one alone. */
function add(
  sides: Map<string, { BUY: number; SELL: number }>,
  { instrumentId, side, quantity }: Pick<PlacePayload, 'instrumentId' | 'side' | 'quantity'>,
): number {
  const known = sides.get(instrumentId) ?? { BUY: 0, SELL: 0 }
  const before = Math.max(known.BUY, known.SELL)
  known[side] += quantity
  sides.set(instrumentId, known)
  return Math.max(known.BUY, known.SELL) - before
}

/** At the mid price, as the venue counts it. 0 where nothing is known: the venue checks it again. */
async function marginOf(
  valuation: Valuation,
  accountCurrency: string,
  { instrumentId, side }: PlacePayload,
  quantity: number,
): Promise<number> {
  const instrument = await valuation.instrument(instrumentId)
  const quote = instrument && (await valuation.price(instrument.id))
  if (!instrument || !quote) return 0
  const conversion = await valuation.rate(instrument, accountCurrency)
  const order = { side, quantity, price: (quote.bid + quote.ask) / 2, stopLoss: null, takeProfit: null }
  const { margin } = previewOrder(order, { quote, instrument, accountCurrency, conversion })
  return Number.isFinite(margin) ? margin : 0
}
