import {
  AccountLedger,
  type AccountRow,
  type Drizzle,
  type IntentRow,
  type PositionRow,
  readListings,
  schema,
  type Transaction,
} from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import { type AttemptFacts, type AttemptSide, hasEnded, type LegFacts } from '@tradeloom/trading'
import { and, eq, inArray, type InferSelectModel, isNull } from 'drizzle-orm'

const { arbitrageAttempts, attemptRequests, fills, intents, positions } = schema

export type AttemptRow = InferSelectModel<typeof schema.arbitrageAttempts>

/** One leg with the requests of the policy for it. */
export interface StoredLeg {
  readonly intent: IntentRow
  readonly account: AccountRow
  readonly instrument: ListedInstrument
  readonly requests: readonly IntentRow[]
  /** Those that it has opened. */
  readonly positions: readonly PositionRow[]
}

export interface StoredAttempt {
  readonly row: AttemptRow
  readonly buy: StoredLeg
  readonly sell: StoredLeg
  readonly ledgers: ReadonlyMap<string, AccountLedger>
}

export const SIDES: readonly AttemptSide[] = ['buy', 'sell']

/** Locks both accounts, always in one order, and then the attempt; null if it has ended. */
export async function lockAttempt(tx: Transaction, id: string, now: () => number): Promise<StoredAttempt | null> {
  const [found] = await tx.select().from(arbitrageAttempts).where(eq(arbitrageAttempts.id, id))
  if (!found || found.endedAt !== null) return null
  const ledgers = await openLedgers(tx, [found.buyAccountId, found.sellAccountId], now)
  const [row] = await tx.select().from(arbitrageAttempts).where(eq(arbitrageAttempts.id, id)).for('update')
  if (!row || row.endedAt !== null) return null
  const requests = await tx
    .select({ intent: intents, leg: attemptRequests.leg })
    .from(attemptRequests)
    .innerJoin(intents, eq(intents.id, attemptRequests.intentId))
    .where(eq(attemptRequests.attemptId, id))
    .orderBy(intents.id)
  const read = (side: AttemptSide): Promise<StoredLeg> => {
    const own = requests.flatMap(({ intent, leg }) => (leg === side ? [intent] : []))
    return readLeg(tx, { row, side, requests: own, ledgers })
  }
  return { row, buy: await read('buy'), sell: await read('sell'), ledgers }
}

/** Ledgers of accounts, locked in one order, so that nobody waits in a circle. */
export async function openLedgers(
  tx: Transaction,
  accountIds: readonly string[],
  now: () => number,
): Promise<ReadonlyMap<string, AccountLedger>> {
  const ledgers = new Map<string, AccountLedger>()
  for (const id of [...new Set(accountIds)].toSorted()) {
    const ledger = await AccountLedger.open(tx, id, now)
    if (ledger) ledgers.set(id, ledger)
  }
  return ledgers
}

interface ReadLeg extends Pick<StoredAttempt, 'row' | 'ledgers'>, Pick<StoredLeg, 'requests'> {
  readonly side: AttemptSide
}

async function readLeg(tx: Transaction, { row, side, requests, ledgers }: ReadLeg): Promise<StoredLeg> {
  const intentId = side === 'buy' ? row.buyIntentId : row.sellIntentId
  const [intent] = await tx.select().from(intents).where(eq(intents.id, intentId))
  const account = ledgers.get(side === 'buy' ? row.buyAccountId : row.sellAccountId)?.account
  if (!intent || !account) throw new Error('The attempt lacks a leg')
  const [instrument] = await readListings(tx as unknown as Drizzle, [intent.instrumentId])
  if (!instrument) throw new Error(`${intent.instrumentId} is not listed`)
  const traded = tx.selectDistinct({ id: fills.positionId }).from(fills).where(eq(fills.intentId, intentId))
  const opened = await tx
    .select()
    .from(positions)
    .where(
      and(
        eq(positions.accountId, account.id),
        eq(positions.direction, side === 'buy' ? 'LONG' : 'SHORT'),
        isNull(positions.partOf),
        inArray(positions.id, traded),
      ),
    )
  return { intent, account, instrument, requests, positions: opened }
}

/** What is known of an attempt now. */
export function factsOf({ row, buy, sell }: StoredAttempt, now: number): AttemptFacts {
  return {
    policy: row.policy,
    goAt: row.goAt?.getTime() ?? null,
    buy: legFacts(buy),
    sell: legFacts(sell),
    step: Math.max(buy.instrument.lotSize, sell.instrument.lotSize),
    now,
  }
}

function legFacts({ intent, requests, positions: opened }: StoredLeg): LegFacts {
  const { state, filled, payload } = intent
  const guards = requests.filter(({ kind }) => kind === 'PROTECT')
  const isSet = opened.some(({ status, stopLoss, isStopLossRejected }) => {
    return status === 'OPEN' && stopLoss !== null && !isStopLossRejected
  })
  return {
    state,
    filled,
    quantity: 'quantity' in payload ? (payload.quantity ?? 0) : 0,
    undone: requests.reduce((sum, one) => sum + (isUndo(one) ? one.filled : 0), 0),
    open: opened.length === 0 ? null : opened.reduce((sum, one) => sum + (one.status === 'OPEN' ? one.quantity : 0), 0),
    isAsked: requests.some((one) => !hasEnded(one.state)),
    guard: guards.some((one) => one.state === 'REJECTED')
      ? 'refused'
      : isSet && guards.some((one) => one.state === 'DONE')
        ? 'set'
        : 'none',
    asked: requests.length,
    askedAt: requests.at(-1)?.decidedAt.getTime() ?? null,
  }
}

/** Whether a request closes what a leg has traded, or trades it back. */
function isUndo({ kind }: IntentRow): boolean {
  return kind === 'CLOSE' || kind === 'PLACE'
}
