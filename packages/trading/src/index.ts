export { type AttemptFacts, type AttemptSide, type LegFacts } from './attempts/attempt-facts.ts'
export { type AttemptStep, nextAttemptStep } from './attempts/next-attempt-step.ts'
export { stopOfLoss } from './attempts/stop-of-loss.ts'
export { canonicalJson } from './canonical-json.ts'
export {
  auditCustody,
  type AuditedPosition,
  type CustodyVerdict,
  type KeptCustody,
  type ListedOrder,
} from './custody/audit-custody.ts'
export { custodyCause, type CustodyFacts } from './custody/custody-cause.ts'
export { CustodyCalls } from './custody/custody-calls.ts'
export { custodyAfter } from './custody/custody-terms.ts'
export { type CustodyStep, type WorkingProtection, planCustody } from './custody/plan-custody.ts'
export { wantedLevels } from './custody/wanted-levels.ts'
export { feeIn } from './fills/fee-in.ts'
export { receivedOf } from './fills/received-of.ts'
export { type GuardFinding, type GuardStep } from './guard/guard-finding.ts'
export { type GuardedAccount, type GuardedPosition, type HeardPrice } from './guard/guarded-account.ts'
export { type GuardRuleTerms } from './guard/guard-rule.ts'
export { judgeAccount, type Judgment } from './guard/judge-account.ts'
export {
  type FlattenedAccount,
  type FlattenedOrder,
  type FlattenedPosition,
  type FlattenStep,
  nextFlattenStep,
} from './guard/next-flatten-step.ts'
export { type FlattenTarget, planFlatten } from './guard/plan-flatten.ts'
export { RULES as GUARD_RULES } from './guard/rules.generated.ts'
export { SessionLags, type SessionProgress } from './guard/session-lags.ts'
export { type ResultSample, StandingResult } from './guard/standing-result.ts'
export { StandingSkew } from './guard/standing-skew.ts'
export { SteadyAges } from './guard/steady-ages.ts'
export { stricterLevel } from './guard/stricter-level.ts'
export { changedOrder, changeProblem, changesOrder } from './intents/changed-order.ts'
export { claimProblem, isFrozen, sentBefore, TOO_OLD } from './intents/claim.ts'
export {
  clientId,
  clientNumber,
  closingClientId,
  closingClientNumber,
  installationMark,
  isClosingOf,
  MAX_CLOSING_ATTEMPTS,
} from './intents/client-id.ts'
export { type ClosablePosition, closingOrder } from './intents/closing-order.ts'
export {
  type CancelPayload,
  type ChangePayload,
  type ClosePayload,
  type ProtectionLevel,
  type ProtectionPayload,
  INTENT_KINDS,
  type IntentKind,
  type IntentPayload,
  isProtection,
  type PlacePayload,
  type ProtectPayload,
} from './intents/intent-payload.ts'
export { intentAfter, isAnswer } from './intents/intent-after.ts'
export { INTENT_STATES, type IntentState } from './intents/intent-state.ts'
export {
  BOTH_FILLED,
  hasEnded,
  type IntentEvent,
  type IntentFacts,
  LINK_ENDED,
  nextIntent,
  VANISHED,
  WITHDRAWN,
} from './intents/next-intent.ts'
export { unansweredBefore, unansweredFrom } from './intents/unanswered.ts'
export {
  type JournalEntry,
  journalFault,
  type JournalHead,
  type JournalRow,
  nextEntry,
  replayJournal,
} from './journal/journal.ts'
export { type AppliedFill, applyFill, average, type FillEffect, type HoldingAccount } from './positions/apply-fill.ts'
export { type BookedPosition, chargePosition, type Closing, closePosition } from './positions/close-position.ts'
export { type FillCosts, fillCosts } from './positions/fill-costs.ts'
export { isAll, isFilled } from './positions/is-all.ts'
export { addToPosition, openPosition, type PositionOwner } from './positions/open-position.ts'
export { closeMissing, compareCoins, type MissingCoins } from './reconcile/compare-coins.ts'
export { closeExternally } from './reconcile/close-externally.ts'
export { comparePositions, growExternally, type PositionDifference } from './reconcile/compare-positions.ts'
export type { StatedPosition } from './reconcile/stated-position.ts'
export { hex, type Sha256 } from './sha256.ts'
