import { type Drizzle, readVenueSettings, schema } from '@tradeloom/database'
import type { VenueAdapter, VenueUrls } from '@tradeloom/venues'
import { and, eq, exists, inArray, isNotNull, isNull, or } from 'drizzle-orm'

const { brokerConnections, exchangeKeys, tradingAccounts } = schema

/** A connection whose key may be tried. */
export interface UsableConnection {
  readonly id: string
  readonly userId: string
  readonly type: 'live' | 'practice'
  readonly adapter: VenueAdapter
  readonly urls: Partial<VenueUrls>
  readonly apiKey: Uint8Array
  readonly apiSecret: Uint8Array
  readonly connectionError: string | null
}

/**
 * Connections at venues that are on: nothing is sent to a venue that is off. A key that was refused is tried again if it has
 * opened an account before: venues refuse keys for a while, too, and its positions and orders are still there.
 */
export async function usableConnections(
  db: Drizzle,
  adapters: readonly VenueAdapter[],
  urls: Readonly<Record<string, Partial<VenueUrls>>>,
): Promise<UsableConnection[]> {
  const settings = await readVenueSettings(db)
  const open = new Map(
    adapters.filter(({ id, needs }) => needs === 'nothing' || settings.get(id)?.isOn).map((one) => [one.id, one]),
  )
  if (open.size === 0) return []
  const rows = await db
    .select({ connection: brokerConnections, key: exchangeKeys })
    .from(brokerConnections)
    .innerJoin(exchangeKeys, eq(exchangeKeys.connectionId, brokerConnections.id))
    .where(
      and(
        isNull(brokerConnections.deletedAt),
        or(
          isNull(exchangeKeys.refusedAt),
          exists(db.select().from(tradingAccounts).where(eq(tradingAccounts.connectionId, brokerConnections.id))),
        ),
        isNotNull(exchangeKeys.apiKey),
        isNotNull(exchangeKeys.apiSecret),
        inArray(brokerConnections.broker, [...open.keys()]),
      ),
    )
  return rows.flatMap(({ connection, key: { apiKey, apiSecret } }) => {
    const { id, userId, type, broker, connectionError } = connection
    const adapter = open.get(broker)
    if (type === 'paper' || !apiKey || !apiSecret || !adapter) return []
    const row = settings.get(broker)
    const given = {
      ...(row?.restUrl == null ? {} : { rest: row.restUrl }),
      ...(row?.streamUrl == null ? {} : { streams: row.streamUrl }),
      ...(row?.wsApiUrl == null ? {} : { wsApi: row.wsApiUrl }),
    }
    return [{ id, userId, type, adapter, urls: { ...urls[broker], ...given }, apiKey, apiSecret, connectionError }]
  })
}
