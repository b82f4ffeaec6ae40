import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import type { CountedOrders } from '@tradeloom/domain'
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'

const { intents, positions, venueOrders } = schema

const PLACED = sql<number>`count(*)::int`
const STOPS = sql<number>`(count(*) filter (where ${venueOrders.type} in ('STOP', 'STOP_LIMIT')))::int`
const ON_THE_WAY = ['WRITTEN', 'SENDING', 'UNKNOWN'] as const

/**
 * Orders of an account that work at its venue, those from elsewhere too, or are on their way there. `withoutGuardsOfPersons`:
 * a further order replaces those that guard the position of a person.
 */
export async function countOrders(
  db: Drizzle | Transaction,
  accountId: string,
  instrumentId: string,
  withoutGuardsOfPersons: boolean,
): Promise<CountedOrders> {
  const isOf = and(eq(venueOrders.accountId, accountId), eq(venueOrders.instrumentId, instrumentId))
  // Those that are watched here are not at the venue.
  const isThere = or(eq(venueOrders.isProtective, false), isNotNull(venueOrders.intentId))
  const isKept = withoutGuardsOfPersons
    ? or(eq(venueOrders.isProtective, false), isNotNull(positions.sessionId))
    : undefined
  const [placed] = await db
    .select({ orders: PLACED, stops: STOPS })
    .from(venueOrders)
    .leftJoin(positions, eq(positions.id, venueOrders.positionId))
    .where(and(isOf, isThere, isKept, inArray(venueOrders.status, ['NEW', 'PARTIALLY_FILLED'])))
  const sent = await db
    .select({ payload: intents.payload })
    .from(intents)
    .where(
      and(
        eq(intents.accountId, accountId),
        eq(intents.instrumentId, instrumentId),
        eq(intents.kind, 'PLACE'),
        inArray(intents.state, [...ON_THE_WAY]),
        isNull(intents.venueId),
      ),
    )
  const waiting = sent.flatMap(({ payload }) =>
    payload.kind === 'PLACE' && payload.type !== 'MARKET' ? [payload] : [],
  )
  const stops = waiting.filter(({ stopPrice }) => stopPrice !== null).length
  return { orders: (placed?.orders ?? 0) + waiting.length, stops: (placed?.stops ?? 0) + stops }
}
