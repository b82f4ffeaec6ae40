import type { DataLogin } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import type { VenueAdapter } from '@tradeloom/venues'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'

const { brokerConnections, exchangeKeys, users, venueSettings } = schema

/** Whether a venue shows its prices to an account alone. */
export function needsLogin({ openFeed, openAccountFeed }: VenueAdapter): boolean {
  return openFeed === undefined && openAccountFeed !== undefined
}

/**
 * The accounts that see the prices of venues which show none without a login, by venue id: of connections that their owners
 * have marked for that, as long as these are administrators. Keys stay sealed.
 */
export async function dataLogins(
  db: Pick<Drizzle, 'select'>,
  adapters: readonly VenueAdapter[],
): Promise<Readonly<Record<string, DataLogin>>> {
  const ids = adapters.filter(needsLogin).map(({ id }) => id)
  if (ids.length === 0) return {}
  const rows = await db
    .select({
      venueId: venueSettings.venueId,
      connectionId: brokerConnections.id,
      type: brokerConnections.type,
      credentials: exchangeKeys.credentials,
    })
    .from(venueSettings)
    .innerJoin(brokerConnections, eq(brokerConnections.id, venueSettings.dataConnectionId))
    .innerJoin(exchangeKeys, eq(exchangeKeys.connectionId, brokerConnections.id))
    .innerJoin(users, eq(users.id, brokerConnections.userId))
    .where(
      and(
        inArray(venueSettings.venueId, ids),
        eq(venueSettings.isOn, true),
        eq(brokerConnections.broker, venueSettings.venueId),
        isNull(brokerConnections.deletedAt),
        isNull(exchangeKeys.refusedAt),
        isNotNull(exchangeKeys.credentials),
        eq(users.isAdmin, true),
      ),
    )
  return Object.fromEntries(
    rows.flatMap(({ venueId, connectionId, type, credentials }) =>
      credentials === null || type === 'paper'
        ? []
        : [[venueId, { connectionId, environment: type, credentials: Buffer.from(credentials).toString('base64') }]],
    ),
  )
}
