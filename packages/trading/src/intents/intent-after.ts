import type { IntentPayload } from './intent-payload.ts'
import { type IntentEvent, type IntentFacts, nextIntent } from './next-intent.ts'

/** What a stored intent has of the facts. */
interface StoredIntent extends Omit<IntentFacts, 'quantity' | 'tradeIds'> {
  readonly payload: IntentPayload
  readonly acknowledgedAt: Date | null
}

/** A request after an event that books no trade; null if it changes nothing. */
export function intentAfter<Intent extends StoredIntent>(
  intent: Intent,
  event: IntentEvent,
  now: number,
): Intent | null {
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
function factsOf({ state, venueId, filled, average, reason, payload }: StoredIntent): IntentFacts {
  const quantity = 'quantity' in payload ? payload.quantity : 0
  return { state, quantity, venueId, filled, average, reason, tradeIds: new Set() }
}
