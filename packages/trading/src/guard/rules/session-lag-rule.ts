import { fixedRule } from '../fixed-rule.ts'
import type { GuardRule } from '../guard-rule.ts'

const LIMIT_S = 5

/**
 * Tells people of a session that takes no prices while they come. It opens nothing on its own, and goes on by itself after
 * a replay, so the level stays; a script that loops is ended by the limits of its process.
 */
export const sessionLagRule: GuardRule = fixedRule(
  {
    rule: 'session-lag',
    title: 'Session without new prices',
    unit: 's',
    limit: LIMIT_S,
    step: 'WARN',
    value: ({ sessionLags }) => Math.max(0, ...sessionLags.map(({ ms }) => ms)) / 1_000,
  },
  (lag, { sessionLags }) => {
    if (lag < LIMIT_S) return null
    const { name = '' } = sessionLags.find(({ ms }) => ms / 1_000 === lag) ?? {}
    return { step: 'WARN', reason: `The session ${name} has taken no prices for ${Math.floor(lag)} s while they come` }
  },
)
