import { type Drizzle, readVenueSettings, schema } from '@tradeloom/database'
import type { VenueAdapter, VenueAddresses } from '@tradeloom/venues'
import { and, eq, exists, inArray, isNotNull, isNull, or } from 'drizzle-orm'

const { brokerConnections, exchangeKeys, guardianKeys, tradingAccounts } = schema

/** Whether a key was not erased. */
export const hasKey = or(isNotNull(exchangeKeys.credentials), isNotNull(exchangeKeys.apiKey))

/** A connection whose key may be tried. */
export interface UsableConnection {
  readonly id: string
  readonly userId: string
  readonly type: 'live' | 'practice'
  readonly adapter: VenueAdapter
  readonly urls: VenueAddresses
  /** One box, or the two of an earlier version. */
  readonly credentials: Uint8Array | null
  readonly apiKey: Uint8Array | null
  readonly apiSecret: Uint8Array | null
  /** One box, with the key that the guardian has for itself and may use. */
  readonly guardianKey: Buffer | null
  readonly connectionError: string | null
}

/**
 * Connections at venues that are on: nothing is sent to a venue that is off. A key that was refused is tried again if it has
 * opened an account before: venues refuse keys for a while, too, and its positions and orders are still there.
 */
export async function usableConnections(
  db: Drizzle,
  adapters: readonly VenueAdapter[],
  urls: Readonly<Record<string, VenueAddresses>>,
): Promise<UsableConnection[]> {
  const settings = await readVenueSettings(db)
  const open = new Map(
    adapters.filter(({ id, needs }) => needs === 'nothing' || settings.get(id)?.isOn).map((one) => [one.id, one]),
  )
  if (open.size === 0) return []
  const rows = await db
    .select({ connection: brokerConnections, key: exchangeKeys, guardianKey: guardianKeys.credentials })
    .from(brokerConnections)
    .innerJoin(exchangeKeys, eq(exchangeKeys.connectionId, brokerConnections.id))
    .leftJoin(
      guardianKeys,
      and(eq(guardianKeys.connectionId, brokerConnections.id), isNotNull(guardianKeys.acceptedAt)),
    )
    .where(
      and(
        isNull(brokerConnections.deletedAt),
        or(
          isNull(exchangeKeys.refusedAt),
          exists(db.select().from(tradingAccounts).where(eq(tradingAccounts.connectionId, brokerConnections.id))),
        ),
        hasKey,
        inArray(brokerConnections.broker, [...open.keys()]),
      ),
    )
  return rows.flatMap(({ connection, key: { credentials, apiKey, apiSecret }, guardianKey }) => {
    const { id, userId, type, broker, connectionError } = connection
    const adapter = open.get(broker)
    if (type === 'paper' || !adapter) return []
    const addresses = { ...urls[broker], ...settings.get(broker)?.addresses }
    const boxes = { credentials, apiKey, apiSecret, guardianKey }
    return [{ id, userId, type, adapter, urls: addresses, ...boxes, connectionError }]
  })
}
