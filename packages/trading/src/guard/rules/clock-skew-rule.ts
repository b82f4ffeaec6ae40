import { fixedRule } from '../fixed-rule.ts'
import type { GuardRule } from '../guard-rule.ts'

const WARNS_AT_S = 1
const LIMIT_S = 2

/**
 * Lets an account open nothing while the clock of this server and that of its venue are apart, or its prices come late: what
 * it decides is decided on another moment.
 */
export const clockSkewRule: GuardRule = fixedRule(
  {
    rule: 'clock-skew',
    title: 'Clock apart from that of prices',
    unit: 's',
    limit: LIMIT_S,
    step: 'NO_NEW',
    value: ({ skewMs }) => (skewMs === null ? null : Math.abs(skewMs) / 1_000),
  },
  (apart, { skewMs }) => {
    if (apart < WARNS_AT_S) return null
    const what =
      (skewMs ?? 0) < 0
        ? 'The clock of this server is behind that of prices'
        : 'The clock of this server is ahead of that of prices, or prices come late,'
    return { step: apart >= LIMIT_S ? 'NO_NEW' : 'WARN', reason: `${what} by ${apart.toFixed(1)} s` }
  },
)
