import type { AttemptPolicy } from '@tradeloom/domain/arbitrage'
import type { IntentState } from '../intents/intent-state.ts'

export type AttemptSide = 'buy' | 'sell'

/** One leg as it is known now. */
export interface LegFacts {
  readonly state: IntentState
  readonly quantity: number
  readonly filled: number
  /** Of that, what requests of the policy have closed or traded back. */
  readonly undone: number
  /** Still open of the positions that it has opened; null where it has none, because it sold coins or closed something else. */
  readonly open: number | null
  /** Whether a request of the policy for it has not ended. */
  readonly isAsked: boolean
  /** Its position has the stop that the policy has asked for, or its venue has refused it. */
  readonly guard: 'none' | 'set' | 'refused'
  /** Requests of the policy for it, and when the last one was written, UTC milliseconds. */
  readonly asked: number
  readonly askedAt: number | null
}

export interface AttemptFacts {
  readonly policy: AttemptPolicy
  /** When its legs could leave, UTC milliseconds; null if they never could. */
  readonly goAt: number | null
  readonly buy: LegFacts
  readonly sell: LegFacts
  /** The smallest quantity that both markets trade. */
  readonly step: number
  readonly now: number
}
