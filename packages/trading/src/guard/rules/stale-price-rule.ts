import type { GuardRule } from '../guard-rule.ts'

const RULE = 'stale-price'
/** Short gaps only warn: orders on stale prices are refused anyway, and only a person lowers a level again. */
const TOLERATED_MS = 60_000

/** Lets an account open nothing while it holds a position whose price is not known. */
export const stalePriceRule: GuardRule = ({ now, positions, prices }) => {
  let oldest: { instrumentId: string; age: number } | null = null
  for (const { instrumentId } of positions) {
    const price = prices.get(instrumentId)
    if (!price) return { rule: RULE, step: 'NO_NEW', reason: `There is no price of ${instrumentId}` }
    const age = now - price.heardAt
    if (price.isMarketClosed || age <= price.maxAgeMs || age <= (oldest?.age ?? 0)) continue
    oldest = { instrumentId, age }
  }
  if (!oldest) return null
  const reason = `The price of ${oldest.instrumentId} is ${Math.floor(oldest.age / 1000)} s old`
  return { rule: RULE, step: oldest.age > TOLERATED_MS ? 'NO_NEW' : 'WARN', reason }
}
