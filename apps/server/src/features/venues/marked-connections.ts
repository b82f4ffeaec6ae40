import type { Venue } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { eq } from 'drizzle-orm'

const { brokerConnections, exchangeKeys, users, venueSettings } = schema

type MarkedConnection = NonNullable<NonNullable<Venue['login']>['connection']>

/** The connections that are marked for the prices of venues, by venue id, and what keeps them from giving any. */
export async function markedConnections(db: Drizzle): Promise<ReadonlyMap<string, MarkedConnection>> {
  const rows = await db
    .select({
      venueId: venueSettings.venueId,
      id: brokerConnections.id,
      key: exchangeKeys.maskedKey,
      owner: users.displayUsername,
      isAdmin: users.isAdmin,
      refusedAt: exchangeKeys.refusedAt,
      deletedAt: brokerConnections.deletedAt,
      connectionError: brokerConnections.connectionError,
    })
    .from(venueSettings)
    .innerJoin(brokerConnections, eq(brokerConnections.id, venueSettings.dataConnectionId))
    .innerJoin(users, eq(users.id, brokerConnections.userId))
    .leftJoin(exchangeKeys, eq(exchangeKeys.connectionId, brokerConnections.id))
  return new Map(
    rows.map(({ venueId, id, key, owner, ...state }) => [
      venueId,
      { id, key: key ?? '', owner, problem: problemOf({ ...state, hasKey: key !== null }) },
    ]),
  )
}

function problemOf(of: {
  readonly isAdmin: boolean
  readonly hasKey: boolean
  readonly refusedAt: Date | null
  readonly deletedAt: Date | null
  readonly connectionError: string | null
}): string | null {
  if (of.deletedAt !== null || !of.hasKey) return 'Its key was deleted'
  if (of.refusedAt !== null) return of.connectionError ?? 'Its key is refused'
  return of.isAdmin ? null : 'Its owner is no longer an administrator'
}
