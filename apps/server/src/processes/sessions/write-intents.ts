import { AccountLedger, type AccountRow, type IntentRow, schema, type Transaction } from '@tradeloom/database'
import { MAX_ORDERS_PER_MINUTE, openingProblem } from '@tradeloom/domain/orders'
import type { PlacePayload } from '@tradeloom/trading'
import { and, eq, gte, or, sql } from 'drizzle-orm'
import type { Valuation } from '../../trading-core/prices/valuation.ts'
import { marginProblem } from './margin-problem.ts'
import type { SessionRow } from './session-row.ts'
import { venueProblem } from './venue-problem.ts'

const { intents } = schema

const MINUTE_MS = 60_000

/** What the intents of a session need of it: the rest of its row is wide. */
export type AskingSession = Pick<SessionRow, 'id' | 'userId' | 'brokerAccountId'>

interface Judging {
  /** That waits for nothing, because the account is locked. */
  readonly valuation: Valuation
  readonly now: () => number
}

/**
 * Checks what a session opens, as for requests of persons, and writes it down in the journal of the account. False if that is gone.
 */
export async function writeIntents(
  tx: Transaction,
  session: AskingSession,
  drafts: readonly IntentRow[],
  judging: Judging,
): Promise<boolean> {
  const ledger = await AccountLedger.open(tx, session.brokerAccountId, judging.now)
  if (!ledger) return false
  const { before, unknown } = await earlier(tx, session, drafts, judging.now())
  const { userId: owner } = ledger.account
  const placedBy = session.userId === owner ? null : session.userId
  for (const [at, draft] of drafts.entries()) {
    const { payload } = draft
    const problem =
      payload.kind !== 'PLACE' || draft.state === 'DENIED'
        ? null
        : (openingProblem({
            level: ledger.level,
            isUnknown: unknown.includes(draft.instrumentId),
            ordersInMinute: before + at,
          }) ?? (await accountProblem(tx, ledger.account, payload, judging)))
    const asked = { ...draft, userId: owner, placedBy }
    const intent = problem === null ? asked : { ...asked, state: 'DENIED' as const, reason: problem }
    await ledger.record({ kind: intent.state, intentId: intent.id, rows: [{ table: 'intents', row: intent }] })
  }
  return true
}

/** Its orders of the last minute, and where the account has one of which nobody knows what became. */
async function earlier(tx: Transaction, session: AskingSession, [first]: readonly IntentRow[], now: number) {
  const { id, brokerAccountId: accountId } = session
  // By their numbers, which are indexed: a session may have written a great many before.
  const isRecent = and(eq(intents.sessionId, id), gte(intents.no, (first?.no ?? 0) - MAX_ORDERS_PER_MINUTE))
  const isLate = and(isRecent, gte(intents.decidedAt, new Date(now - MINUTE_MS)))
  const isUnknown = and(eq(intents.accountId, accountId), eq(intents.state, 'UNKNOWN'), eq(intents.kind, 'PLACE'))
  const [found] = await tx
    .select({
      before: sql<number>`(count(*) filter (where ${isLate}))::int`,
      unknown: sql<string[]>`coalesce(array_agg(${intents.instrumentId}) filter (where ${isUnknown}), '{}')`,
    })
    .from(intents)
    .where(or(isLate, isUnknown))
  return found ?? { before: 0, unknown: [] }
}

function accountProblem(
  tx: Transaction,
  account: AccountRow,
  payload: PlacePayload,
  { valuation, now }: Judging,
): Promise<string | null> {
  return account.model === 'spot'
    ? venueProblem(tx, valuation, account, payload, now())
    : marginProblem(tx, valuation, account, payload)
}
