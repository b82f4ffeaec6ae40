import { type IntentRow, newId, newIntent, notify, schema, sha256, type Transaction } from '@tradeloom/database'
import { installationMark, type IntentState, isClosingOf, type PlacePayload } from '@tradeloom/trading'
import type { VenueOrder } from '@tradeloom/venues'
import { and, eq, gt, or } from 'drizzle-orm'

const { positions } = schema

const NAME_LENGTH = 19
const DAY_MS = 86_400_000
const ADOPTED = 'adopted: there was no record of it here'

const STATES = {
  NEW: 'WORKING',
  PARTIALLY_FILLED: 'PARTIAL',
  FILLED: 'FILLED',
  CANCELED: 'CANCELED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
} as const satisfies Record<VenueOrder['status'], IntentState>

export interface AdoptingAccount {
  readonly accountId: string
  readonly userId: string
  readonly venue: string
  readonly installation: string
  readonly now: () => number
}

/** Whether orders of that name are sent by this installation alone. */
export function isOwnName(clientId: string | null, installation: string): boolean {
  return (
    clientId !== null && clientId.length === NAME_LENGTH && clientId.startsWith(installationMark(sha256, installation))
  )
}

/**
 * A request for an order that this installation has sent and has no record of, because its database was restored from a
 * backup: the order is the account's own from now on. Null for orders from elsewhere, and for those of the guardian, which
 * never have a request. `since`: when the account was connected; what was traded before is not its history.
 */
export async function adoptedIntent(
  tx: Transaction,
  order: VenueOrder,
  { accountId, userId, installation, now }: AdoptingAccount,
  since: Date,
): Promise<IntentRow | null> {
  const { clientId, venueId, instrumentId, filled, time, status } = order
  if (clientId === null || !isOwnName(clientId, installation)) return null
  const isOfLate = or(eq(positions.status, 'OPEN'), gt(positions.closeTime, new Date(now() - DAY_MS)))
  const closable = await tx
    .select({ id: positions.id })
    .from(positions)
    .where(and(eq(positions.accountId, accountId), eq(positions.instrumentId, instrumentId), isOfLate))
  if (closable.some(({ id }) => isClosingOf(sha256, order, accountId, id))) return null
  const asked = { accountId, userId, instrumentId, payload: payloadOf(order), installation, decidedAt: time }
  const at = new Date(time)
  return {
    ...newIntent({ ...asked, id: newId(time) }),
    clientId,
    venueId,
    state: STATES[status],
    // Its executions are booked one by one, unless they are older than the account.
    filled: at < since ? filled : 0,
    sentAt: at,
    acknowledgedAt: new Date(now()),
    reason: ADOPTED,
  }
}

/** Once a day: a restored database lacks many at once. */
export async function notifyOfAdoption(
  tx: Transaction,
  { accountId, userId, venue, now }: AdoptingAccount,
): Promise<void> {
  const at = now()
  await notify(tx, userId, {
    kind: 'order-adopted',
    subject: `Orders at ${venue} were sent from here, and there is no record of them`,
    body: 'The database was probably restored from a backup. They are in the list of orders as your own: cancel those that you do not want. What they have bought is in your open positions, without a stop.',
    object: `account:${accountId}`,
    dedupKey: `${accountId}:${new Date(at).toISOString().slice(0, 10)}`,
    at,
  })
}

function payloadOf({ instrumentId, type, side, quantity, limitPrice, stopPrice }: VenueOrder): PlacePayload {
  return {
    kind: 'PLACE',
    instrumentId,
    type,
    side,
    quantity,
    limitPrice,
    stopPrice,
    timeInForce: 'GTC',
    expiry: null,
    postOnly: false,
    reduceOnly: false,
    stopLoss: null,
    takeProfit: null,
    trailingStop: null,
    stopLossDistance: null,
    takeProfitDistance: null,
  }
}
