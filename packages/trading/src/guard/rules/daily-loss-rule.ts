import type { GuardRule } from '../guard-rule.ts'
import { limitRule } from '../limit-rule.ts'

/** Of what was lost since the start of the day (UTC). */
export const dailyLossRule: GuardRule = limitRule({
  rule: 'daily-loss',
  limit: 'dailyLoss',
  between: ({ referenceResult, result }) => [referenceResult, result],
  unknown: 'The loss of the day cannot be calculated',
  lost: (loss) => `Lost ${loss} today`,
})
