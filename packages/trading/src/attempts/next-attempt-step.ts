import { minus } from '@tradeloom/domain'
import type { AttemptOutcome } from '@tradeloom/domain/arbitrage'
import { hasEnded } from '../intents/next-intent.ts'
import type { AttemptFacts, AttemptSide, LegFacts } from './attempt-facts.ts'

/** A leg fills at once or ends: one that still works after that is canceled. */
const LEG_MS = 3_000
/** From when they could leave: what is not known of a leg by then is not waited for, and the policy acts on the other one. */
export const ATTEMPT_POLICY_MS = 30_000
/** Between two requests of the policy. */
const AGAIN_MS = 1_000
/** After so many, a person has to look. */
const MAX_ASKED = 15

export type AttemptStep =
  | { readonly do: 'wait' }
  | { readonly do: 'cancel'; readonly leg: AttemptSide }
  /** Close so much of the position of a leg, or trade it back. */
  | { readonly do: 'undo'; readonly leg: AttemptSide; readonly quantity: number }
  /** Give what is left of the position of a leg its stop. */
  | { readonly do: 'guard'; readonly leg: AttemptSide; readonly quantity: number }
  | { readonly do: 'end'; readonly outcome: AttemptOutcome }

const WAIT: AttemptStep = { do: 'wait' }

/** What an attempt needs next. Only what is known counts, so that it is the same after any interruption. */
export function nextAttemptStep(facts: AttemptFacts): AttemptStep {
  const { buy, sell, step, goAt, now } = facts
  const isDue = (ms: number): boolean => goAt !== null && now - goAt >= ms
  for (const [side, leg] of [
    ['buy', buy],
    ['sell', sell],
  ] as const) {
    const works = leg.state === 'WORKING' || leg.state === 'PARTIAL'
    if (works && isDue(LEG_MS) && maySend(leg, now)) return { do: 'cancel', leg: side }
  }
  const isKnown = hasEnded(buy.state) && hasEnded(sell.state)
  if (!isKnown && !isDue(ATTEMPT_POLICY_MS)) return WAIT
  const excess = minus(leftOf(buy), leftOf(sell))
  // Less than a step cannot be traded.
  if (Math.abs(excess) < step) return isKnown ? { do: 'end', outcome: evenOutcome(facts) } : WAIT
  const side = excess > 0 ? 'buy' : 'sell'
  const next = policyStep(facts, side, Math.abs(excess))
  // What is not known may still change it.
  return next.do === 'end' && !isKnown ? WAIT : next
}

/** What a leg has traded and nothing has undone. Fees that are paid in coins make a position smaller, and nothing else. */
function leftOf({ filled, undone, open }: LegFacts): number {
  return open === 0 ? 0 : minus(filled, undone)
}

function evenOutcome({ buy, sell, step }: AttemptFacts): AttemptOutcome {
  if (buy.filled === 0 && sell.filled === 0) return 'UNSENT'
  if (Math.abs(minus(buy.filled, sell.filled)) >= step) return 'CLOSED'
  return minus(buy.quantity, buy.filled) < step ? 'FILLED' : 'EVEN'
}

function policyStep(facts: AttemptFacts, side: AttemptSide, quantity: number): AttemptStep {
  const { policy, now } = facts
  const leg = facts[side]
  if (policy === 'hold') return { do: 'end', outcome: 'HELD' }
  // Coins that were sold leave nothing that a stop could guard; what the venue does not guard is closed.
  const isKept = policy === 'keep' && leg.open !== null && leg.guard !== 'refused'
  if (isKept && leg.guard === 'set') return { do: 'end', outcome: 'KEPT' }
  if (!leg.isAsked && leg.asked >= MAX_ASKED) return { do: 'end', outcome: 'OPEN' }
  if (!maySend(leg, now)) return WAIT
  return isKept ? { do: 'guard', leg: side, quantity } : { do: 'undo', leg: side, quantity }
}

function maySend({ isAsked, askedAt }: LegFacts, now: number): boolean {
  return !isAsked && (askedAt === null || now - askedAt >= AGAIN_MS)
}
