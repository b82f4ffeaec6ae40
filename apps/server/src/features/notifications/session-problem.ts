import { type Drizzle, needsGuardian, schema } from '@tradeloom/database'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { STALE_AFTER_S } from '../../platform/leases/lease-owner.ts'
import { type PriceParts, priceProblem } from '../../trading-core/prices/price-problem.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'

const { accountControl, sessionProgress, sessions, tradingAccounts } = schema

/** A stream may be silent for that long. */
const SILENCE_MS = 60_000
/** A session is that far behind its prices at most. */
const BEHIND_MS = 5 * 60_000

export interface SessionProblemParts extends PriceParts {
  readonly ticks: Pick<TickSource, 'last' | 'read'>
}

export type RunningSession = Awaited<ReturnType<typeof activeSessions>>[number]

/** The sessions of a user that are to run, and which of the processes that they need are alive. */
export function activeSessions(db: Drizzle, userId: string) {
  const { id, algorithmName, instrumentId, started, brokerAccountId } = sessions
  const { venue } = tradingAccounts
  const { limits } = accountControl
  return db
    .select({
      id,
      algorithmName,
      instrumentId,
      started,
      rowNo: sessionProgress.rowNo,
      venue,
      limits,
      isRun: isHeld('session', sql`${id}`),
      isServed: isHeld('account', sql`${brokerAccountId}`),
      isGuarded: isHeld('guard', sql`${brokerAccountId}`),
    })
    .from(sessions)
    .innerJoin(tradingAccounts, eq(tradingAccounts.id, brokerAccountId))
    .leftJoin(sessionProgress, eq(sessionProgress.sessionId, id))
    .innerJoin(accountControl, eq(accountControl.accountId, brokerAccountId))
    .where(and(eq(sessions.userId, userId), eq(sessions.status, 'Active')))
    .orderBy(asc(started), asc(id))
}

/** Why a session does not trade as it should, in words; null if all is well. */
export async function sessionProblem(session: RunningSession, parts: SessionProblemParts): Promise<string | null> {
  const { instrumentId, isRun, isServed, isGuarded } = session
  if (!isRun) return 'No process runs it'
  if (!isServed) return 'No process works on its account'
  if (needsGuardian(session, session) && !isGuarded) return 'No guardian watches its account'
  return (await priceProblem(parts, instrumentId, SILENCE_MS)) ?? behindProblem(session, parts)
}

/** It may be alive and hang: then prices come that it does not take. */
async function behindProblem(
  { instrumentId, rowNo, started }: RunningSession,
  { ticks, now }: SessionProblemParts,
): Promise<string | null> {
  if (rowNo === null) {
    const last = await ticks.last(instrumentId)
    return last !== null && last.receivedAt - started.getTime() > BEHIND_MS ? 'It has not started yet' : null
  }
  const [next] = await ticks.read(instrumentId, rowNo + 1, 1)
  const behind = next === undefined ? 0 : now() - next.receivedAt
  return behind > BEHIND_MS ? `It is ${Math.round(behind / 60_000)} minutes behind its prices` : null
}

function isHeld(kind: string, key: SQL) {
  return sql<boolean>`exists (
    select from leases join lease_owners owner on owner.id = leases.owner
    where leases.kind = ${kind} and leases.key = ${key}::text
      and owner.heartbeat_at > now() - make_interval(secs => ${STALE_AFTER_S}))`
}
