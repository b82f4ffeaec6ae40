import { fixedRule } from '../fixed-rule.ts'
import type { GuardRule } from '../guard-rule.ts'
import type { GuardedAccount } from '../guarded-account.ts'

/** Short gaps only warn: orders on stale prices are refused anyway, and only a person lowers a level again. */
const LIMIT_S = 60

/** Lets an account open nothing while it holds a position whose price is not known. */
export const stalePriceRule: GuardRule = fixedRule(
  {
    rule: 'stale-price',
    title: 'Age of the prices of positions',
    unit: 's',
    limit: LIMIT_S,
    step: 'NO_NEW',
    value: (account) => Math.max(0, ...ages(account).map(({ ms }) => ms)) / 1_000,
  },
  (_, account) => {
    const old = ages(account)
      .filter(({ ms, maxAgeMs }) => ms > maxAgeMs)
      .toSorted((a, b) => b.ms - a.ms)
    const [oldest] = old
    if (!oldest) return null
    const { instrumentId, ms, isMissing } = oldest
    const reason = isMissing
      ? `There is no price of ${instrumentId}`
      : `The price of ${instrumentId} is ${Math.floor(ms / 1_000)} s old`
    return { step: ms > LIMIT_S * 1_000 ? 'NO_NEW' : 'WARN', reason }
  },
)

/** Of prices of markets that are open, or how long they have been looked for. */
function ages({ now, positions, prices }: GuardedAccount) {
  return positions.flatMap(({ instrumentId }) => {
    const price = prices.get(instrumentId)
    if (price?.isMarketClosed === true) return []
    const { heardAt = -Infinity, maxAgeMs = 0, isMissing = price === undefined } = price ?? {}
    return [{ instrumentId, ms: now - heardAt, maxAgeMs, isMissing }]
  })
}
