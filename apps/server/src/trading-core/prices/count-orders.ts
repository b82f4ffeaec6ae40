import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { type CountedOrders, NO_ORDERS } from '@tradeloom/domain/orders'
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'

const { intents, positions, venueOrders } = schema

const ON_THE_WAY = ['WRITTEN', 'SENDING', 'UNKNOWN'] as const

const { isProtective, intentId, type } = venueOrders
const isStop = inArray(type, ['STOP', 'STOP_LIMIT'])
const isReplaceable = and(eq(isProtective, true), isNull(positions.sessionId))
const countOf = (condition?: SQL) => sql<number>`(count(*) filter (where ${condition ?? sql`true`}))::int`

/** Orders of an account that work at its venue, those from elsewhere too, or are on their way there, by instrument. */
export async function countOrders(
  db: Drizzle | Transaction,
  accountId: string,
): Promise<ReadonlyMap<string, CountedOrders>> {
  // Those that are watched here are not at the venue.
  const isThere = or(eq(isProtective, false), isNotNull(intentId))
  const placed = await db
    .select({
      instrumentId: venueOrders.instrumentId,
      orders: countOf(),
      stops: countOf(isStop),
      replaceableOrders: countOf(isReplaceable),
      replaceableStops: countOf(and(isReplaceable, isStop)),
    })
    .from(venueOrders)
    .leftJoin(positions, eq(positions.id, venueOrders.positionId))
    .where(and(eq(venueOrders.accountId, accountId), isThere, inArray(venueOrders.status, ['NEW', 'PARTIALLY_FILLED'])))
    .groupBy(venueOrders.instrumentId)
  const counted = new Map(
    placed.map(({ instrumentId, orders, stops, replaceableOrders, replaceableStops }): [string, CountedOrders] => [
      instrumentId,
      { orders, stops, replaceable: { orders: replaceableOrders, stops: replaceableStops } },
    ]),
  )
  const sent = await db
    .select({ payload: intents.payload })
    .from(intents)
    .where(
      and(
        eq(intents.accountId, accountId),
        eq(intents.kind, 'PLACE'),
        inArray(intents.state, [...ON_THE_WAY]),
        isNull(intents.venueId),
      ),
    )
  for (const { payload } of sent) {
    if (payload.kind !== 'PLACE' || payload.type === 'MARKET') continue
    const { orders, stops, ...others } = counted.get(payload.instrumentId) ?? NO_ORDERS
    const next = { ...others, orders: orders + 1, stops: stops + Number(payload.stopPrice !== null) }
    counted.set(payload.instrumentId, next)
  }
  return counted
}
