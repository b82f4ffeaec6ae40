import { type Drizzle, type IntentRow, type PositionRow, schema, type VenueOrderRow } from '@tradeloom/database'
import { hasEnded, INTENT_STATES } from '@tradeloom/trading'
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'

const { accountControl, intents, positions, venueOrders } = schema

const UNFINISHED = INTENT_STATES.filter((state) => !hasEnded(state))

/** A position with all that protects it, or has. */
export interface ProtectedPosition {
  readonly position: PositionRow
  /** Requests for orders that protect it, oldest first. */
  readonly protections: readonly IntentRow[]
  readonly orders: readonly VenueOrderRow[]
  /** The order that closes it and is on its way; null without one. */
  readonly closing: IntentRow | null
  /** An order that adds to it may still be filled. */
  readonly isFilling: boolean
}

/** Positions of an account that want stops, or have some that they no longer need; none while the guardian closes it down. */
export async function readCustody(db: Drizzle, accountId: string): Promise<ProtectedPosition[]> {
  return (await isFlattened(db, accountId)) ? [] : readProtected(db, accountId)
}

/** Whether the guardian closes an account down. */
export async function isFlattened(db: Drizzle, accountId: string): Promise<boolean> {
  const [control] = await db
    .select({ level: accountControl.level })
    .from(accountControl)
    .where(eq(accountControl.accountId, accountId))
  return control?.level === 'FLATTEN'
}

export interface AuditedToo {
  /** Names of orders that the venue lists. */
  readonly listed: readonly string[]
  /** Positions that were audited before. */
  readonly positionIds: readonly string[]
}

/**
 * As `readCustody`, whatever the level of the account. `audited`: all open positions are meant, those that one of these
 * orders protections, and these.
 */
export async function readProtected(
  db: Drizzle,
  accountId: string,
  audited: AuditedToo | null = null,
): Promise<ProtectedPosition[]> {
  const listed = audited?.listed ?? []
  const protections = await readProtections(db, accountId, listed)
  const held = await db
    .select({ id: venueOrders.positionId })
    .from(venueOrders)
    .where(
      and(
        eq(venueOrders.accountId, accountId),
        eq(venueOrders.isProtective, true),
        isNull(venueOrders.intentId),
        eq(venueOrders.status, 'NEW'),
      ),
    )
  const isMeant = ({ state, clientId }: IntentRow): boolean => !hasEnded(state) || listed.includes(clientId)
  const covered = [...protections.filter(isMeant).map(positionOf), ...held.map(({ id }) => id ?? '')]
  const named = [...covered, ...(audited?.positionIds ?? [])]
  const wantsAny = or(isNotNull(positions.stopLoss), isNotNull(positions.takeProfit), isNotNull(positions.trailingStop))
  const found = await db
    .select()
    .from(positions)
    .where(
      and(
        eq(positions.accountId, accountId),
        or(
          and(eq(positions.status, 'OPEN'), audited ? undefined : wantsAny),
          inArray(positions.id, [...new Set(named)]),
        ),
      ),
    )
    .orderBy(asc(positions.id))
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const orders = await db
    .select()
    .from(venueOrders)
    .where(and(inArray(venueOrders.positionId, ids), eq(venueOrders.isProtective, true)))
  const onTheWay = await db
    .select()
    .from(intents)
    .where(
      and(
        eq(intents.accountId, accountId),
        inArray(intents.kind, ['PLACE', 'CLOSE']),
        inArray(intents.state, [...UNFINISHED]),
      ),
    )
  return found.map((position) => ({
    position,
    protections: protections.filter((protection) => positionOf(protection) === position.id),
    orders: orders.filter(({ positionId }) => positionId === position.id),
    closing: onTheWay.find(({ payload }) => payload.kind === 'CLOSE' && payload.positionId === position.id) ?? null,
    isFilling: onTheWay.some(
      ({ payload, sessionId }) =>
        payload.kind === 'PLACE' &&
        (payload.side === 'BUY') === (position.direction === 'LONG') &&
        payload.instrumentId === position.instrumentId &&
        sessionId === position.sessionId,
    ),
  }))
}

/** Requests for orders that protect open positions, those that are not finished, and those whose orders the venue lists. */
function readProtections(db: Drizzle, accountId: string, listed: readonly string[]): Promise<IntentRow[]> {
  return db
    .select()
    .from(intents)
    .where(
      and(
        eq(intents.accountId, accountId),
        eq(intents.kind, 'PROTECT'),
        sql`${intents.payload} ? 'guard'`,
        or(
          inArray(intents.state, [...UNFINISHED]),
          inArray(intents.clientId, [...listed]),
          sql`${intents.payload}->>'positionId' in
            (select id::text from ${positions} where account_id = ${accountId} and status = 'OPEN')`,
        ),
      ),
    )
    .orderBy(asc(intents.id))
}

export function positionOf({ payload }: IntentRow): string {
  return 'positionId' in payload ? payload.positionId : ''
}
