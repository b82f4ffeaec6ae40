import { alpha } from './alpha.ts'
import { averageCosts } from './average-costs.ts'
import { averageDailyReturn } from './average-daily-return.ts'
import { averageHolding } from './average-holding.ts'
import { averageLoss } from './average-loss.ts'
import { averageMonthlyReturn } from './average-monthly-return.ts'
import { averageWin } from './average-win.ts'
import { beta } from './beta.ts'
import { cagr } from './cagr.ts'
import { calmar } from './calmar.ts'
import { closedDrawdown } from './closed-drawdown.ts'
import { closedDrawdownMoney } from './closed-drawdown-money.ts'
import { commissionCosts } from './commission-costs.ts'
import { conditionalValueAtRisk } from './conditional-value-at-risk.ts'
import { conditionalValueAtRisk99 } from './conditional-value-at-risk-99.ts'
import { conditionalValueAtRiskNormal } from './conditional-value-at-risk-normal.ts'
import { conditionalValueAtRiskNormal99 } from './conditional-value-at-risk-normal-99.ts'
import { dataQuality } from './data-quality.ts'
import { deflatedSharpe } from './deflated-sharpe.ts'
import { drawdownDuration } from './drawdown-duration.ts'
import { expectancy } from './expectancy.ts'
import { expectancyPercent } from './expectancy-percent.ts'
import { expectancyR } from './expectancy-r.ts'
import { exposure } from './exposure.ts'
import { fundingCosts } from './funding-costs.ts'
import { giveBackAverage } from './give-back-average.ts'
import { giveBackAveragePips } from './give-back-average-pips.ts'
import { giveBackAverageR } from './give-back-average-r.ts'
import { giveBackLargest } from './give-back-largest.ts'
import { giveBackLargestPips } from './give-back-largest-pips.ts'
import { giveBackLargestR } from './give-back-largest-r.ts'
import { grossProfitFactor } from './gross-profit-factor.ts'
import { halfKelly } from './half-kelly.ts'
import { informationRatio } from './information-ratio.ts'
import { kelly } from './kelly.ts'
import { maeAverage } from './mae-average.ts'
import { maeAveragePips } from './mae-average-pips.ts'
import { maeAverageR } from './mae-average-r.ts'
import { maeLargest } from './mae-largest.ts'
import { maeLargestPips } from './mae-largest-pips.ts'
import { maeLargestR } from './mae-largest-r.ts'
import { maxDrawdown } from './max-drawdown.ts'
import { maxDrawdownMoney } from './max-drawdown-money.ts'
import { meanLeverage } from './mean-leverage.ts'
import { mfeAverage } from './mfe-average.ts'
import { mfeAveragePips } from './mfe-average-pips.ts'
import { mfeAverageR } from './mfe-average-r.ts'
import { mfeLargest } from './mfe-largest.ts'
import { mfeLargestPips } from './mfe-largest-pips.ts'
import { mfeLargestR } from './mfe-largest-r.ts'
import { minimumTrackRecord } from './minimum-track-record.ts'
import { omega } from './omega.ts'
import { probabilisticSharpe } from './probabilistic-sharpe.ts'
import { profit } from './profit.ts'
import { realizedPips } from './realized-pips.ts'
import { recoveryFactor } from './recovery-factor.ts'
import { returnOverMaxDrawdown } from './return-over-max-drawdown.ts'
import { sharpeDaily } from './sharpe-daily.ts'
import { sharpeDailyAnnualized } from './sharpe-daily-annualized.ts'
import { sharpeMonthly } from './sharpe-monthly.ts'
import { sharpeMonthlyAnnualized } from './sharpe-monthly-annualized.ts'
import { slippageCosts } from './slippage-costs.ts'
import { smartSharpe } from './smart-sharpe.ts'
import { sortinoDaily } from './sortino-daily.ts'
import { sortinoDailyAnnualized } from './sortino-daily-annualized.ts'
import { sortinoMonthly } from './sortino-monthly.ts'
import { sortinoMonthlyAnnualized } from './sortino-monthly-annualized.ts'
import { spreadCosts } from './spread-costs.ts'
import { sqn } from './sqn.ts'
import { swapCosts } from './swap-costs.ts'
import { totalCosts } from './total-costs.ts'
import { totalReturn } from './total-return.ts'
import { ulcer } from './ulcer.ts'
import { valueAtRisk } from './value-at-risk.ts'
import { valueAtRisk99 } from './value-at-risk-99.ts'
import { valueAtRiskNormal } from './value-at-risk-normal.ts'
import { valueAtRiskNormal99 } from './value-at-risk-normal-99.ts'
import { winRate } from './win-rate.ts'
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
