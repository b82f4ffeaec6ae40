import type { GuardRule } from '../guard-rule.ts'
import { limitRule } from '../limit-rule.ts'

/** Of what open positions are worth together. */
export const exposureRule: GuardRule = limitRule({
  rule: 'exposure',
  title: 'Exposure of open positions',
  unit: 'currency',
  limit: 'exposure',
  step: 'NO_NEW',
  value: ({ exposure }) => (exposure === null ? null : Math.round(exposure * 100) / 100),
  unknown: 'The exposure cannot be calculated',
  used: (exposure) => `Open positions are worth ${exposure}`,
})
