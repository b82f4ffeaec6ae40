import { tidy } from '@tradeloom/domain'
import type { Account } from '../account/account.ts'
import type { MarketPositions } from '../account/market-positions.ts'
import type { MetricValue, RunStatistics } from '../run-result.ts'
import type { EquityRecorder } from '../record/equity-recorder.ts'
import type { PositionColumns } from '../record/position-columns.ts'

export interface StatisticsParts {
  readonly account: Account
  readonly recorder: EquityRecorder
  readonly hasPathDecided: boolean
}

/** The metrics among the headline numbers. None of them depends on single positions. */
export const HEADLINE_METRICS = [
  'sharpeDaily',
  'sortinoDaily',
  'sharpeMonthly',
  'sortinoMonthly',
  'averageDailyReturn',
  'averageMonthlyReturn',
  'returnOverMaxDrawdown',
] as const

/** What has become of the account. */
export function headlineOf({ account, recorder }: Pick<StatisticsParts, 'account' | 'recorder'>) {
  const profit = account.balance + account.unrealized() - account.initialBalance
  return {
    profit: tidy(profit),
    profitPercentage: tidy((profit / account.initialBalance) * 100),
    maxDrawdown: tidy(recorder.maxDrawdown),
    maxDrawdownPercentage: tidy(recorder.maxDrawdownFraction * 100),
  }
}

/** The headline numbers of a run. */
export function statisticsOf(
  parts: StatisticsParts,
  positions: PositionColumns,
  metrics: Readonly<Record<string, MetricValue>>,
): RunStatistics {
  const { account } = parts
  const headline = headlineOf(parts)
  const { marginRecord: margin } = account
  const [first] = account.markets as [MarketPositions]
  const all = sumPositions(positions)
  const equity = account.balance + account.unrealized()
  const profit = equity - account.initialBalance
  const { spread, slippage, commission, swap, funding } = all
  return {
    positionCount: positions.id.length,
    openPositions: positions.id.length - all.closed,
    closedPositions: all.closed,
    winningPositions: all.winning,
    losingPositions: all.losing,
    ambiguousPositions: all.ambiguous,
    outOfMarginSince: margin.outSince(account.openCount),
    marginRejections: account.openCount > 0 ? 0 : margin.rejections,
    marginCalls: margin.marginCalls,
    closeouts: margin.closeouts,
    allMarginRejections: margin.allRejections,
    usedMargin: tidy(account.marginUsed()),
    maxUsedMargin: tidy(margin.highestUsed),
    maxCloseoutPercent: margin.highestCloseoutPercent === Infinity ? null : tidy(margin.highestCloseoutPercent),
    leverage: leverageOf(first.margin.lowestRate),
    lowestLeverage: leverageOf(first.margin.highestRate),
    // Of a run that the path has decided, `RangedRun` knows the range.
    ambiguousWorstProfit: parts.hasPathDecided ? null : headline.profit,
    ambiguousBestProfit: parts.hasPathDecided ? null : headline.profit,
    initialBalance: account.initialBalance,
    balance: tidy(account.balance),
    equity: tidy(equity),
    profit: headline.profit,
    profitPercentage: headline.profitPercentage,
    realizedProfit: tidy(all.realized),
    unrealizedProfit: tidy(all.unrealized),
    realizedPips: tidy(all.pips),
    maxDrawdown: headline.maxDrawdown,
    maxDrawdownPercentage: headline.maxDrawdownPercentage,
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

/** The rounded inverse of a margin rate, N of N:1; null if no margin is needed. */
function leverageOf(rate: number): number | null {
  return rate > 0 ? Math.round(1 / rate) : null
}

type SummedColumns = Pick<
  PositionColumns,
  | 'closeReason'
  | 'profit'
  | 'pips'
  | 'worstProfit'
  | 'spreadCost'
  | 'slippageCost'
  | 'commission'
  | 'swapCost'
  | 'fundingCost'
>

/** Counts of closed positions, and the sums of all positions so far. */
export function sumPositions({ closeReason, profit, pips, worstProfit, ...columns }: SummedColumns) {
  const all = { closed: 0, winning: 0, losing: 0, ambiguous: 0, realized: 0, unrealized: 0, pips: 0 }
  for (let row = 0; row < closeReason.length; row++) {
    if (worstProfit[row] === worstProfit[row]) all.ambiguous += 1
    const earned = profit[row] as number
    if (closeReason[row] === 0) {
      all.unrealized += earned
      continue
    }
    all.closed += 1
    all.realized += earned
    all.pips += pips[row] as number
    if (earned > 0) all.winning += 1
    if (earned < 0) all.losing += 1
  }
  // Costs without a model share a column.
  const sums = new Map<Float64Array, number>()
  const totalOf = (column: Float64Array): number => {
    const total = sums.get(column) ?? sum(column)
    sums.set(column, total)
    return total
  }
  return {
    ...all,
    spread: totalOf(columns.spreadCost),
    slippage: totalOf(columns.slippageCost),
    commission: totalOf(columns.commission),
    swap: totalOf(columns.swapCost),
    funding: totalOf(columns.fundingCost),
  }
}

function sum(column: Float64Array): number {
  let total = 0
  for (let row = 0; row < column.length; row++) total += column[row] as number
  return total
}
