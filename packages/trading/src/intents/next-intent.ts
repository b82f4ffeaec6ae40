import { plus } from '@tradeloom/domain'
import { average } from '../positions/apply-fill.ts'
import { isFilled } from '../positions/is-all.ts'
import type { IntentState } from './intent-state.ts'

/** What is known of an intent at the venue. */
export interface IntentFacts {
  readonly state: IntentState
  readonly quantity: number
  readonly venueId: string | null
  readonly filled: number
  /** Of its fills; null without any. */
  readonly average: number | null
  /** Of the fills that are booked. */
  readonly tradeIds: ReadonlySet<string>
  readonly reason: string | null
}

export type IntentEvent =
  /** It is about to be sent; from now on the venue may have it. */
  | { readonly kind: 'CLAIMED' }
  /** It will not be sent. */
  | { readonly kind: 'DROPPED'; readonly reason: string }
  | { readonly kind: 'ACCEPTED'; readonly venueId: string }
  /** A change or cancellation was carried out. `venueId`: the changed order has another name there. */
  | { readonly kind: 'DONE'; readonly venueId?: string }
  | { readonly kind: 'REFUSED'; readonly reason: string }
  /**
   * No answer, or one that nobody can read; or the process that sent it is gone. Of a cancellation also one that leaves the
   * order where it is: it is sent again.
   */
  | { readonly kind: 'UNANSWERED'; readonly reason: string }
  /** The venue has answered again and again, and to more than one question, that it does not have it. */
  | { readonly kind: 'NOT_THERE' }
  /** Its venue does not say, and its owner does: it has come to nothing. That is presumed: it may be there after all. */
  | { readonly kind: 'GIVEN_UP'; readonly reason: string }
  /** It is there, and it was taken for proven that it is not. `isKept`: it works on; otherwise nobody counts on it. */
  | { readonly kind: 'BACK'; readonly venueId: string; readonly isKept: boolean }
  | { readonly kind: 'FILLED'; readonly tradeId: string; readonly quantity: number; readonly price: number }
  | { readonly kind: 'ENDED'; readonly state: 'CANCELED' | 'EXPIRED'; readonly reason: string | null }

/** Why a working order has ended that its venue does not know any more, though nobody says that it was canceled. */
export const VANISHED = 'it vanished from the venue'

/** Why orders end that were taken away here, so that others can come or the position can be closed. */
export const WITHDRAWN = 'replaced by Tradeloom'

/** Why an order is not placed that was to be linked to another one. */
export const LINK_ENDED = 'the order that it was to be linked to has been filled or has ended'

/** Why two orders stand that were to be one: the second was filled before its cancellation arrived. */
export const BOTH_FILLED = 'both linked orders were filled: the cancellation came too late'

const ENDED: ReadonlySet<IntentState> = new Set([
  'DENIED',
  'UNSENT',
  'FILLED',
  'REJECTED',
  'CANCELED',
  'EXPIRED',
  'ABSENT',
  'STRAY',
  'DONE',
])
/** Those that the venue cannot have, as far as is known. */
const NEVER_THERE: ReadonlySet<IntentState> = new Set(['WRITTEN', 'DENIED', 'UNSENT', 'ABSENT'])
const AT_VENUE: ReadonlySet<IntentState> = new Set(['SENDING', 'UNKNOWN', 'WORKING', 'PARTIAL'])

export function hasEnded(state: IntentState): boolean {
  return ENDED.has(state)
}

/**
 * The facts after an event; the same ones if it changes nothing. Nothing leads back to SENDING, so no intent is sent
 * twice. Whatever the venue reports is believed: quantities are booked in every state.
 */
export function nextIntent(facts: IntentFacts, event: IntentEvent): IntentFacts {
  const { state } = facts
  switch (event.kind) {
    case 'CLAIMED':
      return state === 'WRITTEN' ? { ...facts, state: 'SENDING' } : facts
    case 'DROPPED':
      // A frozen process learns before the first byte that it is too late.
      return state === 'WRITTEN' || state === 'SENDING' ? { ...facts, state: 'UNSENT', reason: event.reason } : facts
    case 'ACCEPTED':
      return accepted(facts, event.venueId)
    case 'DONE':
      return state === 'SENDING' || state === 'UNKNOWN'
        ? { ...facts, state: 'DONE', venueId: event.venueId ?? facts.venueId, reason: null }
        : facts
    case 'REFUSED':
      return AT_VENUE.has(state) ? { ...facts, state: 'REJECTED', reason: event.reason } : facts
    case 'UNANSWERED':
      if (state === 'UNKNOWN') return facts.reason === event.reason ? facts : { ...facts, reason: event.reason }
      return state === 'SENDING' ? { ...facts, state: 'UNKNOWN', reason: event.reason } : facts
    case 'NOT_THERE':
      // A working order that has vanished was canceled by somebody.
      if (state === 'UNKNOWN')
        return { ...facts, state: 'ABSENT', reason: `the venue does not have it: ${facts.reason}` }
      return state === 'WORKING' || state === 'PARTIAL' ? { ...facts, state: 'CANCELED', reason: VANISHED } : facts
    case 'GIVEN_UP':
      return state === 'UNKNOWN' ? { ...facts, state: 'ABSENT', reason: event.reason } : facts
    case 'BACK':
      return back(facts, event)
    case 'FILLED':
      return filled(facts, event)
    case 'ENDED':
      if (NEVER_THERE.has(state)) return { ...facts, state: 'STRAY' }
      return AT_VENUE.has(state) ? { ...facts, state: event.state, reason: event.reason } : facts
  }
}

function accepted(facts: IntentFacts, venueId: string): IntentFacts {
  const { state } = facts
  if (NEVER_THERE.has(state)) return { ...facts, state: 'STRAY', venueId }
  if (state === 'SENDING' || state === 'UNKNOWN') return { ...facts, state: 'WORKING', venueId, reason: null }
  return facts.venueId === venueId ? facts : { ...facts, venueId }
}

function back(facts: IntentFacts, { venueId, isKept }: Extract<IntentEvent, { kind: 'BACK' }>): IntentFacts {
  const isAbsent = facts.state === 'ABSENT' || (facts.state === 'CANCELED' && facts.reason === VANISHED)
  if (!isAbsent) return facts
  const state = facts.filled > 0 ? 'PARTIAL' : 'WORKING'
  return { ...facts, state: isKept ? state : 'STRAY', venueId, reason: null }
}

function filled(
  facts: IntentFacts,
  { tradeId, quantity, price }: Extract<IntentEvent, { kind: 'FILLED' }>,
): IntentFacts {
  if (facts.tradeIds.has(tradeId)) return facts
  const sum = plus(facts.filled, quantity)
  const booked = {
    ...facts,
    filled: sum,
    average:
      facts.average === null ? price : average(facts.average, price, { held: facts.filled, added: quantity, sum }),
    tradeIds: new Set(facts.tradeIds).add(tradeId),
  }
  if (NEVER_THERE.has(facts.state)) return { ...booked, state: 'STRAY' }
  // A late fill of an ended order counts, and the order stays ended.
  if (ENDED.has(facts.state)) return booked
  return { ...booked, state: isFilled(facts.quantity, sum) ? 'FILLED' : 'PARTIAL', reason: null }
}
