import type { MarketInstrument, User } from '@tradeloom/contracts'

const DAY = 86_400_000

export type RunLimits = Pick<User, 'historyDays' | 'backtestBrokers'>

/**
 * The instruments with stored prices, or whose prices can be fetched, as far as the user's package allows to test them: of some brokers, not too old, and
 * complete days only, so that a run ends yesterday at the latest. Without limits, they are as they are.
 */
export function withinLimits(
  instruments: readonly MarketInstrument[],
  limits: RunLimits | null | undefined,
  now: number,
): readonly MarketInstrument[] {
  const { historyDays = null, backtestBrokers = null } = limits ?? {}
  // What simulated venues quote live alone has no history.
  const stored = instruments.filter(
    ({ series, status, simulated }) => series.length > 0 || (status === 'active' && !simulated),
  )
  const allowed =
    backtestBrokers === null
      ? stored
      : stored.filter(({ broker, simulated }) => simulated || backtestBrokers.includes(broker))
  if (historyDays === null) return allowed
  const today = Math.floor(now / DAY) * DAY
  return allowed.map((instrument) => ({
    ...instrument,
    series: instrument.series.flatMap((series) => {
      const first = Math.max(series.first, today - historyDays * DAY)
      const last = Math.min(series.last, today - 1)
      const stretches = series.stretches
        .filter((one) => one.last >= first && one.first <= last)
        .map((one) => ({ first: Math.max(one.first, first), last: Math.min(one.last, last) }))
      return last < first ? [] : [{ ...series, first, last, stretches }]
    }),
  }))
}
