// Terms of buying and selling at once, apart from the rest: pages without them do not load them.
export {
  ATTEMPT_OUTCOMES,
  ATTEMPT_POLICIES,
  ATTEMPT_STATES,
  type AttemptOutcome,
  type AttemptPolicy,
  type AttemptState,
} from './arbitrage/attempt-terms.ts'
