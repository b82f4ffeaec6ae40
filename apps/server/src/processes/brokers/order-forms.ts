import { type Drizzle, type IntentRow, schema, type Transaction } from '@tradeloom/database'
import { plus } from '@tradeloom/domain'
import { changedOrder, type PlacePayload } from '@tradeloom/trading'
import type { VenueOrder } from '@tradeloom/venues'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'

const { intents } = schema

const STATES = ['SENDING', 'UNKNOWN', 'DONE', 'ABSENT'] as const

/** An order as it was placed, or as a change has left it. The venue has another order for each. */
interface OrderForm {
  /** The request by whose name the venue knows it. */
  readonly intent: IntentRow
  readonly terms: PlacePayload
}

/** All that one order was, and is, at its venue. */
export interface OrderForms {
  readonly placed: IntentRow
  /** Oldest first: the last one works. */
  readonly forms: readonly [OrderForm, ...OrderForm[]]
  /** Changes without an answer: the venue may have carried them out. */
  readonly open: readonly IntentRow[]
  /** Why its newest change is not at the venue, if nobody knew that at first. */
  readonly lostBy: string | null
}

/** Null for requests whose orders cannot be changed. */
export async function readForms(db: Drizzle | Transaction, placed: IntentRow): Promise<OrderForms | null> {
  const { payload } = placed
  if (payload.kind !== 'PLACE' || payload.type === 'MARKET') return null
  const changes = await db
    .select()
    .from(intents)
    .where(
      and(
        eq(intents.accountId, placed.accountId),
        eq(intents.kind, 'CHANGE'),
        inArray(intents.state, [...STATES]),
        sql`${intents.payload}->>'intentId' = ${placed.id}`,
      ),
    )
    .orderBy(asc(intents.id))
  const done = changes.filter(({ state }) => state === 'DONE')
  const first = { placed, forms: [{ intent: placed, terms: payload }], open: [], lostBy: null } as const
  const last = changes.at(-1)
  return {
    ...done.reduce(withChange, first),
    open: changes.filter(({ state }) => state === 'SENDING' || state === 'UNKNOWN'),
    lostBy: last?.state === 'ABSENT' ? last.reason : null,
  }
}

/** As it is after a change. One that only concerns the position to come is none at the venue. */
export function withChange(before: OrderForms, change: IntentRow): OrderForms {
  const { payload, venueId } = change
  if (payload.kind !== 'CHANGE') return before
  const last = lastForm(before)
  const terms = changedOrder(last.terms, payload.changes)
  const open = before.open.filter(({ id }) => id !== change.id)
  const [first, ...later] = before.forms
  const next = venueId === null ? { ...last, terms } : { intent: change, terms }
  if (venueId !== null) return { ...before, open, forms: [first, ...later, next] }
  return { ...before, open, forms: later.length === 0 ? [next] : [first, ...later.slice(0, -1), next] }
}

export function lastForm({ forms }: OrderForms): OrderForm {
  return forms.at(-1) ?? forms[0]
}

/** The order as a whole, of what the venue states of its last form: earlier ones have executed the rest. */
export function wholeOrder(of: OrderForms, stated: VenueOrder): VenueOrder {
  const { placed, forms } = of
  const { terms } = lastForm(of)
  if (forms.length === 1) return stated
  const filled = Math.max(0, plus(terms.quantity, -stated.quantity, stated.filled))
  return {
    ...stated,
    clientId: placed.clientId,
    venueId: placed.venueId ?? stated.venueId,
    quantity: terms.quantity,
    filled,
    status: stated.status === 'NEW' && filled > 0 ? 'PARTIALLY_FILLED' : stated.status,
  }
}
