import type { IntentRow } from '@tradeloom/database'
import type { OrderReference } from '@tradeloom/venues'

/** The names by which the venue finds the order of a request. */
export function referenceOf({ instrumentId, clientId, cid, sentAt, decidedAt }: IntentRow): OrderReference {
  return { instrumentId, clientId, clientNumber: cid, sentAt: (sentAt ?? decidedAt).getTime() }
}
