import { tidy } from '@tradeloom/domain'
import type { GuardRule } from '../guard-rule.ts'

const RULE = 'daily-loss'
const WARNING_SHARE = 0.8

/** Closes the account down when it has lost its limit since the start of the day (UTC). */
export const dailyLossRule: GuardRule = ({ result, referenceResult }, { dailyLoss: limit }) => {
  // Until prices have stood for a moment the loss is not known. Missing ones are the affair of the rule of stale prices.
  if (limit === null || result === null || referenceResult === null) return null
  const loss = tidy(referenceResult - result)
  if (!Number.isFinite(loss)) return { rule: RULE, step: 'NO_NEW', reason: 'The loss of the day cannot be calculated' }
  if (loss >= limit) return { rule: RULE, step: 'FLATTEN', reason: `Lost ${loss} today, the limit is ${limit}` }
  if (loss < limit * WARNING_SHARE) return null
  return { rule: RULE, step: 'WARN', reason: `Lost ${loss} today, the limit is ${limit}` }
}
