import { type Drizzle, type IntentRow, schema, type Transaction } from '@tradeloom/database'
import type { VenueOrder } from '@tradeloom/venues'
import { and, eq, inArray, or } from 'drizzle-orm'
import { type OrderForms, readForms, withChange } from './order-forms.ts'
import { withEvent } from './stated-rows.ts'

const { intents } = schema

/** Requests that become orders of the venue; of PROTECT, those that name one. */
export const ORDERS = ['PLACE', 'CLOSE', 'PROTECT'] as const
/** Those by whose names the venue may know an order. */
const NAMED = [...ORDERS, 'CHANGE'] as const
const CAN_BE_DONE: ReadonlySet<IntentRow['state']> = new Set(['SENDING', 'UNKNOWN', 'DONE'])
const OVER: ReadonlySet<VenueOrder['status']> = new Set(['CANCELED', 'EXPIRED', 'REJECTED'])

type Told = Pick<VenueOrder, 'clientId' | 'venueId'>

/** Whose order it is. */
export interface Owner {
  readonly intent: IntentRow
  /** Null for orders that cannot have been changed. */
  readonly of: OrderForms | null
  /** Which of its forms it is. */
  readonly form: number
  /** The change that this answers. */
  readonly answered: IntentRow | null
}

/**
 * The request that an order comes from; null for foreign ones. An order that stands for a change belongs to the one that
 * was changed, and shows that the change was carried out. `refused`: a change of which it is now known that it was not.
 */
export async function readOwner(
  tx: Drizzle | Transaction,
  accountId: string,
  told: Told,
  refused: IntentRow | null = null,
): Promise<Owner | null> {
  const intent = await readIntent(tx, accountId, told)
  if (intent === null) return null
  const owner = await formOf(tx, intent, told.venueId)
  if (!owner.of || !refused) return owner
  const open = owner.of.open.filter(({ id }) => id !== refused.id)
  const answered = withEvent(refused, { kind: 'REFUSED', reason: refused.reason ?? 'refused' }, 0)
  return { ...owner, of: { ...owner.of, open }, answered }
}

async function formOf(tx: Drizzle | Transaction, intent: IntentRow, venueId: string): Promise<Owner> {
  const { payload, state } = intent
  if (payload.kind !== 'CHANGE') return { intent, of: await readForms(tx, intent), form: 0, answered: null }
  const [placed] = await tx.select().from(intents).where(eq(intents.id, payload.intentId))
  const before = placed && (await readForms(tx, placed))
  // One that was presumed lost has an order of its own after all.
  if (!before || !CAN_BE_DONE.has(state)) return { intent, of: null, form: 0, answered: null }
  const answered = state === 'DONE' ? null : withEvent(intent, { kind: 'DONE', venueId }, 0)
  const of = answered ? withChange(before, answered) : before
  const form = of.forms.findIndex((one) => one.intent.id === intent.id)
  return { intent: of.placed, of, form, answered }
}

async function readIntent(
  tx: Drizzle | Transaction,
  accountId: string,
  { clientId, venueId }: Told,
): Promise<IntentRow | null> {
  const isNamed =
    clientId === null ? eq(intents.venueId, venueId) : or(eq(intents.clientId, clientId), eq(intents.venueId, venueId))
  const [intent] = await tx
    .select()
    .from(intents)
    .where(and(eq(intents.accountId, accountId), inArray(intents.kind, [...NAMED]), isNamed))
  return intent ?? null
}

/** Whether it says how the order stands. What a change has replaced, or may have, does not end it. */
export function isStatement({ of, form }: Owner, { status }: VenueOrder): boolean {
  if (!of) return true
  if (form !== of.forms.length - 1) return false
  return of.open.length === 0 || !OVER.has(status)
}
