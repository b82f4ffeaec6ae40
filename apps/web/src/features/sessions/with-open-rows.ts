import type { TradingPosition, TradingSession } from '@tradeloom/contracts'
import { tidy } from '@tradeloom/domain'

/** With the profit of its open rows, which are told more often: what a page shows adds up at every moment. */
export function withOpenRows(session: TradingSession, open: readonly TradingPosition[] | undefined): TradingSession {
  if (open === undefined) return session
  const { initialBalance, realisedProfit } = session
  const unrealisedProfit = open.reduce((sum, { profit }) => sum + profit, 0)
  const totalProfit = realisedProfit + unrealisedProfit
  const percentageBalance = initialBalance > 0 ? tidy((totalProfit / initialBalance) * 100) : 0
  return { ...session, unrealisedProfit, totalProfit, percentageBalance }
}
