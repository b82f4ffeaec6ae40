import { type AccountRow, type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { and, eq, inArray } from 'drizzle-orm'

const { intents, positions, sessions } = schema

/** It may be at the venue, or get there. */
const MAY_WORK = ['SENDING', 'UNKNOWN', 'WORKING', 'PARTIAL'] as const

export interface WantedMarket {
  readonly account: Pick<AccountRow, 'id' | 'model'>
  readonly instrumentId: string
  /** Of the session that wants to trade it; null for a person, `new` for a session that is to start. */
  readonly sessionId: string | null
}

/**
 * Why somebody may not trade a market of an account; null if they may. All trades that a netting account has in a market are
 * one position there, which closes, is guarded and is liquidated as a whole: so each market has one owner at a time.
 */
export async function marketOwnerProblem(db: Drizzle | Transaction, wanted: WantedMarket): Promise<string | null> {
  const { account, instrumentId, sessionId } = wanted
  if (account.model !== 'netting') return null
  const held = await db
    .selectDistinct({ sessionId: positions.sessionId })
    .from(positions)
    .where(
      and(eq(positions.accountId, account.id), eq(positions.instrumentId, instrumentId), eq(positions.status, 'OPEN')),
    )
  const working = await db
    .selectDistinct({ sessionId: intents.sessionId })
    .from(intents)
    .where(
      and(
        eq(intents.accountId, account.id),
        eq(intents.instrumentId, instrumentId),
        eq(intents.kind, 'PLACE'),
        inArray(intents.state, [...MAY_WORK]),
      ),
    )
  const other = [...held, ...working].find((one) => one.sessionId !== sessionId)
  if (other) return other.sessionId === null ? MANUAL : SESSION
  // Between two sessions that run, the first trade decides.
  if (sessionId !== null && sessionId !== 'new') return null
  const isHere = and(
    eq(sessions.brokerAccountId, account.id),
    eq(sessions.instrumentId, instrumentId),
    eq(sessions.status, 'Active'),
  )
  return (await db.$count(sessions, isHere)) > 0 ? SESSION : null
}

const SESSION =
  'A session trades this market: a netting account has one position in it. Stop the session and close its position first'
const MANUAL =
  'This market has a position or an order placed by hand: a netting account has one position in it. Close or cancel it first'
