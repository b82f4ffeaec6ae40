import type { GuardRule } from '../guard-rule.ts'
import { limitRule, lossBetween } from '../limit-rule.ts'

/** Of what was lost since the result was highest. */
export const drawdownRule: GuardRule = limitRule({
  rule: 'drawdown',
  title: 'Drawdown from the highest result',
  unit: 'currency',
  limit: 'drawdown',
  step: 'FLATTEN',
  value: ({ peakResult, resultNow }) => lossBetween(peakResult, resultNow),
  unknown: 'The drawdown cannot be calculated',
  used: (loss) => `Lost ${loss} from the highest result`,
})
