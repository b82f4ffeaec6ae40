import { newIntent, schema, type Transaction } from '@tradeloom/database'
import type { OrderDraft } from '@tradeloom/domain/orders'
import type { AttemptSide } from '@tradeloom/trading'
import { conflict, notFound } from '../../../platform/errors/app-error.ts'
import { placePayload } from '../../trading/trades.service.ts'
import { isUnderWay } from './attempts.repository.ts'
import { type AttemptRow, openLedgers, SIDES } from './stored-attempt.ts'

const { arbitrageAttempts } = schema

const UNDER_WAY = 'An arbitrage of this account has not ended yet'

export const SIDE = { buy: 'BUY', sell: 'SELL' } as const

interface AskedLeg {
  readonly accountId: string
  readonly instrumentId: string
  readonly limitPrice: number
}

/** What both legs trade, and where. */
export type AskedLegs = Readonly<Record<AttemptSide, AskedLeg>> & { readonly quantity: number }

/** The order of a leg. */
export function legDraft({ quantity, ...legs }: AskedLegs, side: AttemptSide): OrderDraft {
  const { limitPrice } = legs[side]
  const levels = { stopPrice: null, stopLoss: null, takeProfit: null, trailingStop: null } as const
  return { side: SIDE[side], type: 'LIMIT', quantity, limitPrice, ...levels }
}

interface AskedBy {
  readonly userId: string
  readonly installation: string
  readonly now: () => number
}

/** Writes an attempt with the requests of both legs. An account has one at a time. */
export async function writeAttempt(
  tx: Transaction,
  row: AttemptRow,
  asked: AskedLegs,
  { userId, installation, now }: AskedBy,
): Promise<void> {
  const ids = [row.buyAccountId, row.sellAccountId]
  const ledgers = await openLedgers(tx, ids, now)
  if ((await tx.$count(arbitrageAttempts, isUnderWay(ids))) > 0) throw conflict(UNDER_WAY)
  for (const side of SIDES) {
    const { accountId, instrumentId } = asked[side]
    const ledger = ledgers.get(accountId)
    if (!ledger) throw notFound('Account')
    // What is not filled at once is not to be filled alone later.
    const order = { ...placePayload(legDraft(asked, side), instrumentId), timeInForce: 'IOC' } as const
    const payload = { ...order, attemptId: row.id }
    const owner = ledger.account.userId
    const people = { userId: owner, placedBy: userId === owner ? null : userId }
    const id = side === 'buy' ? row.buyIntentId : row.sellIntentId
    const decidedAt = row.askedAt.getTime()
    const intent = newIntent({ ...people, id, accountId, instrumentId, payload, installation, decidedAt })
    await ledger.record({ kind: 'WRITTEN', intentId: id, rows: [{ table: 'intents', row: intent }] })
  }
  await tx.insert(arbitrageAttempts).values(row)
}
