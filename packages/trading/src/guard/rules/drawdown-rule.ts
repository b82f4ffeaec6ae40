import type { GuardRule } from '../guard-rule.ts'
import { limitRule } from '../limit-rule.ts'

/** Of what was lost since the result was highest. */
export const drawdownRule: GuardRule = limitRule({
  rule: 'drawdown',
  limit: 'drawdown',
  between: ({ peakResult, resultNow }) => [peakResult, resultNow],
  unknown: 'The drawdown cannot be calculated',
  lost: (loss) => `Lost ${loss} from the highest result`,
})
