import type { GuardRule } from '../guard-rule.ts'
import { limitRule, lossBetween } from '../limit-rule.ts'

/** Of what was lost since the start of the day (UTC). */
export const dailyLossRule: GuardRule = limitRule({
  rule: 'daily-loss',
  title: 'Loss of the day',
  unit: 'currency',
  limit: 'dailyLoss',
  step: 'FLATTEN',
  value: ({ referenceResult, result }) => lossBetween(referenceResult, result),
  unknown: 'The loss of the day cannot be calculated',
  used: (loss) => `Lost ${loss} today`,
})
