import type { IntentRow } from '@tradeloom/database'
import { type IntentEvent, type IntentFacts, nextIntent } from '@tradeloom/trading'

/** A request after an event that books no trade; null if it changes nothing. */
export function intentAfter(intent: IntentRow, event: IntentEvent, now: number): IntentRow | null {
  const before = factsOf(intent)
  const facts = nextIntent(before, event)
  if (facts === before) return null
  const { state, venueId, reason } = facts
  const acknowledgedAt = intent.acknowledgedAt ?? (isAnswer(event) ? new Date(now) : null)
  return { ...intent, state, venueId, reason, acknowledgedAt }
}

export function isAnswer({ kind }: IntentEvent): boolean {
  return kind === 'ACCEPTED' || kind === 'REFUSED' || kind === 'DONE'
}

/** Without its trades. */
function factsOf({ state, venueId, filled, average, reason, payload }: IntentRow): IntentFacts {
  const quantity = 'quantity' in payload ? payload.quantity : 0
  return { state, quantity, venueId, filled, average, reason, tradeIds: new Set() }
}
