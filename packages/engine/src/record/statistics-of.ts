import { tidy } from '../account/open-position.ts'
import type { Account } from '../account/account.ts'
import type { MetricValue, PositionRecord, RunStatistics } from '../run-result.ts'
import type { EquityRecorder } from './equity-recorder.ts'

export interface StatisticsParts {
  readonly account: Account
  readonly recorder: EquityRecorder
}

/** The headline numbers of a run. */
export function statisticsOf(
  { account, recorder }: StatisticsParts,
  positions: readonly PositionRecord[],
  metrics: Readonly<Record<string, MetricValue>>,
): RunStatistics {
  const { marginRecord: margin } = account
  const all = tally(positions)
  const unrealized = account.unrealized()
  const equity = account.balance + unrealized
  const profit = equity - account.initialBalance
  const { spread, slippage, commission, swap, funding } = all
  return {
    positionCount: positions.length,
    openPositions: positions.length - all.closed,
    closedPositions: all.closed,
    winningPositions: all.winning,
    losingPositions: all.losing,
    ambiguousPositions: all.ambiguous,
    outOfMarginSince: margin.outSince(account.openCount),
    marginRejections: account.openCount > 0 ? 0 : margin.rejections,
    ambiguousWorstProfit: tidy(profit + account.ambiguousWorst),
    ambiguousBestProfit: tidy(profit + account.ambiguousBest),
    initialBalance: account.initialBalance,
    balance: tidy(account.balance),
    equity: tidy(equity),
    profit: tidy(profit),
    profitPercentage: tidy((profit / account.initialBalance) * 100),
    realizedProfit: tidy(account.balance - account.initialBalance),
    unrealizedProfit: tidy(unrealized),
    realizedPips: tidy(all.pips),
    maxDrawdown: tidy(recorder.maxDrawdown),
    maxDrawdownPercentage: tidy(recorder.maxDrawdownFraction * 100),
    grossProfit: tidy(profit + spread + slippage + commission + swap + funding),
    spreadCost: tidy(spread),
    slippageCost: tidy(slippage),
    commission: tidy(commission),
    swapCost: tidy(swap),
    fundingCost: tidy(funding),
    sharpeDaily: metrics['sharpeDaily']?.value ?? null,
    sortinoDaily: metrics['sortinoDaily']?.value ?? null,
    sharpeMonthly: metrics['sharpeMonthly']?.value ?? null,
    sortinoMonthly: metrics['sortinoMonthly']?.value ?? null,
    averageDailyReturn: metrics['averageDailyReturn']?.value ?? null,
    averageMonthlyReturn: metrics['averageMonthlyReturn']?.value ?? null,
    profitFactor: metrics['returnOverMaxDrawdown']?.value ?? null,
  }
}

/** Counts of closed positions, and what all positions have cost so far. */
function tally(positions: readonly PositionRecord[]) {
  const all = {
    closed: 0,
    winning: 0,
    losing: 0,
    ambiguous: 0,
    pips: 0,
    spread: 0,
    slippage: 0,
    commission: 0,
    swap: 0,
    funding: 0,
  }
  for (const position of positions) {
    all.spread += position.spreadCost
    all.slippage += position.slippageCost
    all.commission += position.commission
    all.swap += position.swapCost
    all.funding += position.fundingCost
    if (position.status === 'OPEN') continue
    all.closed += 1
    all.pips += position.pips
    if (position.profit > 0) all.winning += 1
    if (position.profit < 0) all.losing += 1
    if (position.ambiguous) all.ambiguous += 1
  }
  return all
}
