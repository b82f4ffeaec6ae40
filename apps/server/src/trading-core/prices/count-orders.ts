import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { type CountedOrders, neededBy, NO_ORDERS, ownCount } from '@tradeloom/domain/orders'
import type { PlacePayload } from '@tradeloom/trading'
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'

const { intents, positions, venueOrders } = schema

const ON_THE_WAY = ['WRITTEN', 'SENDING', 'UNKNOWN'] as const
/** One that is filled in part has its protections at the venue. */
const AT_THE_VENUE = 'WORKING'

const { isProtective, intentId, type } = venueOrders
const isStop = inArray(type, ['STOP', 'STOP_LIMIT'])
const isReplaceable = and(eq(isProtective, true), isNull(positions.sessionId))
const countOf = (condition?: SQL) => sql<number>`(count(*) filter (where ${condition ?? sql`true`}))::int`

/**
 * Orders of an account that work at its venue, those from elsewhere too, or are on their way there, by instrument; with the
 * stops and targets that orders of sessions bring once they are filled.
 */
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
  const opening = await db
    .select({ payload: intents.payload, state: intents.state, sessionId: intents.sessionId })
    .from(intents)
    .where(
      and(
        eq(intents.accountId, accountId),
        eq(intents.kind, 'PLACE'),
        or(
          and(inArray(intents.state, [...ON_THE_WAY]), isNull(intents.venueId)),
          and(eq(intents.state, AT_THE_VENUE), isNotNull(intents.sessionId)),
        ),
      ),
    )
  for (const { payload, state, sessionId } of opening) {
    if (payload.kind !== 'PLACE') continue
    const own = ownCount(payload)
    const isCounted = state === AT_THE_VENUE
    // Each position of a session has a stop and a target of its own, while an order of a person replaces those that are there.
    const needed = sessionId === null ? own : neededBy(withProtections(payload))
    const { orders, stops, ...others } = counted.get(payload.instrumentId) ?? NO_ORDERS
    counted.set(payload.instrumentId, {
      ...others,
      orders: orders + needed.orders - (isCounted ? own.orders : 0),
      stops: stops + needed.stops - (isCounted ? own.stops : 0),
    })
  }
  return counted
}

/** A distance is a level as well. */
export function withProtections(payload: PlacePayload): PlacePayload {
  const { stopLoss, stopLossDistance, takeProfit, takeProfitDistance } = payload
  return { ...payload, stopLoss: stopLoss ?? stopLossDistance, takeProfit: takeProfit ?? takeProfitDistance }
}
