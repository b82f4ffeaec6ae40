import { type AccountRow, type Drizzle, type FillRow, type IntentRow, schema } from '@tradeloom/database'
import type { AttemptSide } from '@tradeloom/trading'
import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isOfSeenAccount } from '../../../trading-core/shares/seen-accounts.ts'
import type { AttemptRow } from './stored-attempt.ts'

const { arbitrageAttempts, attemptRequests, fills, intents, tradingAccounts, users } = schema
const buyer = alias(tradingAccounts, 'buyer')
const seller = alias(tradingAccounts, 'seller')

export interface ReadLeg {
  readonly account: AccountRow
  readonly intent: IntentRow
  readonly requests: readonly IntentRow[]
  /** Of the order, and of the requests that undid it. */
  readonly fills: readonly FillRow[]
}

export interface ReadAttempt {
  readonly row: AttemptRow
  /** Null where that is whoever reads it. */
  readonly placedBy: string | null
  readonly buy: ReadLeg
  readonly sell: ReadLeg
}

/** Attempts, each for those who see both of its accounts. */
export class AttemptsRepository {
  readonly #db: Drizzle

  constructor(db: Drizzle) {
    this.#db = db
  }

  list(readerId: string, limit: number): Promise<ReadAttempt[]> {
    return this.#read(readerId, sql`true`, limit)
  }

  async get(readerId: string, id: string): Promise<ReadAttempt | undefined> {
    return (await this.#read(readerId, eq(arbitrageAttempts.id, id), 1))[0]
  }

  /** The one that a client has asked for by a key. */
  async ofKey(userId: string, key: string): Promise<string | null> {
    const isMeant = and(eq(arbitrageAttempts.placedBy, userId), eq(arbitrageAttempts.key, key))
    const [found] = await this.#db.select({ id: arbitrageAttempts.id }).from(arbitrageAttempts).where(isMeant)
    return found?.id ?? null
  }

  async #read(readerId: string, isMeant: SQL, limit: number): Promise<ReadAttempt[]> {
    const { placedBy } = arbitrageAttempts
    const found = await this.#db
      .select({
        row: arbitrageAttempts,
        buyer,
        seller,
        placedBy: sql<string | null>`case when ${placedBy} = ${readerId} then null
          else coalesce(${users.displayUsername}, 'deleted user') end`,
      })
      .from(arbitrageAttempts)
      .innerJoin(buyer, eq(buyer.id, arbitrageAttempts.buyAccountId))
      .innerJoin(seller, eq(seller.id, arbitrageAttempts.sellAccountId))
      .leftJoin(users, eq(users.id, placedBy))
      .where(
        and(
          isMeant,
          isOfSeenAccount(arbitrageAttempts.buyAccountId, readerId),
          isOfSeenAccount(arbitrageAttempts.sellAccountId, readerId),
        ),
      )
      .orderBy(desc(arbitrageAttempts.id))
      .limit(limit)
    const parts = await this.#parts(found.map(({ row }) => row))
    return found.map(({ row, placedBy: person, ...accounts }) => ({
      row,
      placedBy: person,
      buy: parts(row, 'buy', accounts.buyer),
      sell: parts(row, 'sell', accounts.seller),
    }))
  }

  /** Requests and fills of all of them at once. */
  async #parts(rows: readonly AttemptRow[]) {
    const ids = rows.map(({ id }) => id)
    const legs = rows.flatMap(({ buyIntentId, sellIntentId }) => [buyIntentId, sellIntentId])
    const asked =
      ids.length === 0
        ? []
        : await this.#db.select().from(attemptRequests).where(inArray(attemptRequests.attemptId, ids))
    const all = [...legs, ...asked.map(({ intentId }) => intentId)]
    const [found, traded] =
      all.length === 0
        ? [[], []]
        : await Promise.all([
            this.#db.select().from(intents).where(inArray(intents.id, all)).orderBy(intents.id),
            this.#db.select().from(fills).where(inArray(fills.intentId, all)),
          ])
    return (row: AttemptRow, side: AttemptSide, account: AccountRow): ReadLeg => {
      const intentId = side === 'buy' ? row.buyIntentId : row.sellIntentId
      const own = new Set(asked.flatMap((one) => (one.attemptId === row.id && one.leg === side ? [one.intentId] : [])))
      const intent = found.find(({ id }) => id === intentId)
      if (!intent) throw new Error('The attempt lacks a leg')
      return {
        account,
        intent,
        requests: found.filter(({ id }) => own.has(id)),
        fills: traded.filter((fill) => fill.intentId === intentId || own.has(fill.intentId ?? '')),
      }
    }
  }
}

/** Whether one of these accounts has an attempt that has not ended. */
export function isUnderWay(accountIds: readonly string[]): SQL | undefined {
  const { buyAccountId, sellAccountId, endedAt } = arbitrageAttempts
  return and(isNull(endedAt), or(inArray(buyAccountId, [...accountIds]), inArray(sellAccountId, [...accountIds])))
}
