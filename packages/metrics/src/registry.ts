import { alpha } from './catalog/alpha.ts'
import { averageCosts } from './catalog/average-costs.ts'
import { averageDailyReturn } from './catalog/average-daily-return.ts'
import { averageHolding } from './catalog/average-holding.ts'
import { averageLoss } from './catalog/average-loss.ts'
import { averageMonthlyReturn } from './catalog/average-monthly-return.ts'
import { averageWin } from './catalog/average-win.ts'
import { beta } from './catalog/beta.ts'
import { cagr } from './catalog/cagr.ts'
import { calmar } from './catalog/calmar.ts'
import { closedDrawdown } from './catalog/closed-drawdown.ts'
import { closedDrawdownMoney } from './catalog/closed-drawdown-money.ts'
import { commissionCosts } from './catalog/commission-costs.ts'
import { conditionalValueAtRisk } from './catalog/conditional-value-at-risk.ts'
import { conditionalValueAtRisk99 } from './catalog/conditional-value-at-risk-99.ts'
import { conditionalValueAtRiskNormal } from './catalog/conditional-value-at-risk-normal.ts'
import { conditionalValueAtRiskNormal99 } from './catalog/conditional-value-at-risk-normal-99.ts'
import { dataQuality } from './catalog/data-quality.ts'
import { deflatedSharpe } from './catalog/deflated-sharpe.ts'
import { drawdownDuration } from './catalog/drawdown-duration.ts'
import { expectancy } from './catalog/expectancy.ts'
import { expectancyPercent } from './catalog/expectancy-percent.ts'
import { expectancyR } from './catalog/expectancy-r.ts'
import { exposure } from './catalog/exposure.ts'
import { fundingCosts } from './catalog/funding-costs.ts'
import { giveBackAverage } from './catalog/give-back-average.ts'
import { giveBackAveragePips } from './catalog/give-back-average-pips.ts'
import { giveBackAverageR } from './catalog/give-back-average-r.ts'
import { giveBackLargest } from './catalog/give-back-largest.ts'
import { giveBackLargestPips } from './catalog/give-back-largest-pips.ts'
import { giveBackLargestR } from './catalog/give-back-largest-r.ts'
import { grossProfitFactor } from './catalog/gross-profit-factor.ts'
import { halfKelly } from './catalog/half-kelly.ts'
import { informationRatio } from './catalog/information-ratio.ts'
import { kelly } from './catalog/kelly.ts'
import { maeAverage } from './catalog/mae-average.ts'
import { maeAveragePips } from './catalog/mae-average-pips.ts'
import { maeAverageR } from './catalog/mae-average-r.ts'
import { maeLargest } from './catalog/mae-largest.ts'
import { maeLargestPips } from './catalog/mae-largest-pips.ts'
import { maeLargestR } from './catalog/mae-largest-r.ts'
import { maxDrawdown } from './catalog/max-drawdown.ts'
import { maxDrawdownMoney } from './catalog/max-drawdown-money.ts'
import { meanLeverage } from './catalog/mean-leverage.ts'
import { mfeAverage } from './catalog/mfe-average.ts'
import { mfeAveragePips } from './catalog/mfe-average-pips.ts'
import { mfeAverageR } from './catalog/mfe-average-r.ts'
import { mfeLargest } from './catalog/mfe-largest.ts'
import { mfeLargestPips } from './catalog/mfe-largest-pips.ts'
import { mfeLargestR } from './catalog/mfe-largest-r.ts'
import { minimumTrackRecord } from './catalog/minimum-track-record.ts'
import { omega } from './catalog/omega.ts'
import { probabilisticSharpe } from './catalog/probabilistic-sharpe.ts'
import { profit } from './catalog/profit.ts'
import { realizedPips } from './catalog/realized-pips.ts'
import { recoveryFactor } from './catalog/recovery-factor.ts'
import { returnOverMaxDrawdown } from './catalog/return-over-max-drawdown.ts'
import { sharpeDaily } from './catalog/sharpe-daily.ts'
import { sharpeDailyAnnualized } from './catalog/sharpe-daily-annualized.ts'
import { sharpeMonthly } from './catalog/sharpe-monthly.ts'
import { sharpeMonthlyAnnualized } from './catalog/sharpe-monthly-annualized.ts'
import { slippageCosts } from './catalog/slippage-costs.ts'
import { smartSharpe } from './catalog/smart-sharpe.ts'
import { sortinoDaily } from './catalog/sortino-daily.ts'
import { sortinoDailyAnnualized } from './catalog/sortino-daily-annualized.ts'
import { sortinoMonthly } from './catalog/sortino-monthly.ts'
import { sortinoMonthlyAnnualized } from './catalog/sortino-monthly-annualized.ts'
import { spreadCosts } from './catalog/spread-costs.ts'
import { sqn } from './catalog/sqn.ts'
import { swapCosts } from './catalog/swap-costs.ts'
import { totalCosts } from './catalog/total-costs.ts'
import { totalReturn } from './catalog/total-return.ts'
import { ulcer } from './catalog/ulcer.ts'
import { valueAtRisk } from './catalog/value-at-risk.ts'
import { valueAtRisk99 } from './catalog/value-at-risk-99.ts'
import { valueAtRiskNormal } from './catalog/value-at-risk-normal.ts'
import { valueAtRiskNormal99 } from './catalog/value-at-risk-normal-99.ts'
import { winRate } from './catalog/win-rate.ts'
import type { Metric } from './metric.ts'

/** Every metric of a run, in the order in which screens list them. */
export const METRICS: readonly Metric[] = [
  profit,
  totalReturn,
  averageDailyReturn,
  averageMonthlyReturn,
  cagr,
  alpha,
  sharpeDaily,
  sharpeDailyAnnualized,
  sharpeMonthly,
  sharpeMonthlyAnnualized,
  smartSharpe,
  sortinoDaily,
  sortinoDailyAnnualized,
  sortinoMonthly,
  sortinoMonthlyAnnualized,
  omega,
  beta,
  informationRatio,
  maxDrawdown,
  maxDrawdownMoney,
  closedDrawdown,
  closedDrawdownMoney,
  drawdownDuration,
  returnOverMaxDrawdown,
  calmar,
  recoveryFactor,
  ulcer,
  valueAtRisk,
  valueAtRisk99,
  valueAtRiskNormal,
  valueAtRiskNormal99,
  conditionalValueAtRisk,
  conditionalValueAtRisk99,
  conditionalValueAtRiskNormal,
  conditionalValueAtRiskNormal99,
  winRate,
  grossProfitFactor,
  expectancy,
  expectancyPercent,
  expectancyR,
  averageWin,
  averageLoss,
  sqn,
  kelly,
  halfKelly,
  exposure,
  meanLeverage,
  averageHolding,
  realizedPips,
  maeAverage,
  maeLargest,
  maeAveragePips,
  maeLargestPips,
  maeAverageR,
  maeLargestR,
  mfeAverage,
  mfeLargest,
  mfeAveragePips,
  mfeLargestPips,
  mfeAverageR,
  mfeLargestR,
  giveBackAverage,
  giveBackLargest,
  giveBackAveragePips,
  giveBackLargestPips,
  giveBackAverageR,
  giveBackLargestR,
  spreadCosts,
  slippageCosts,
  commissionCosts,
  swapCosts,
  fundingCosts,
  totalCosts,
  averageCosts,
  probabilisticSharpe,
  deflatedSharpe,
  minimumTrackRecord,
  dataQuality,
]
