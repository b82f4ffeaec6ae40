import { averageDailyReturn } from './average-daily-return.ts'
import { averageHolding } from './average-holding.ts'
import { averageLoss } from './average-loss.ts'
import { averageMonthlyReturn } from './average-monthly-return.ts'
import { averageWin } from './average-win.ts'
import { cagr } from './cagr.ts'
import { calmar } from './calmar.ts'
import { closedDrawdown } from './closed-drawdown.ts'
import { conditionalValueAtRisk } from './conditional-value-at-risk.ts'
import { drawdownDuration } from './drawdown-duration.ts'
import { expectancy } from './expectancy.ts'
import { exposure } from './exposure.ts'
import { grossProfitFactor } from './gross-profit-factor.ts'
import { kelly } from './kelly.ts'
import { maxDrawdownMoney } from './max-drawdown-money.ts'
import { maxDrawdown } from './max-drawdown.ts'
import type { Metric } from './metric.ts'
import { minimumTrackRecord } from './minimum-track-record.ts'
import { omega } from './omega.ts'
import { probabilisticSharpe } from './probabilistic-sharpe.ts'
import { profit } from './profit.ts'
import { realizedPips } from './realized-pips.ts'
import { recoveryFactor } from './recovery-factor.ts'
import { returnOverMaxDrawdown } from './return-over-max-drawdown.ts'
import { sharpeDailyAnnualized } from './sharpe-daily-annualized.ts'
import { sharpeDaily } from './sharpe-daily.ts'
import { sharpeMonthlyAnnualized } from './sharpe-monthly-annualized.ts'
import { sharpeMonthly } from './sharpe-monthly.ts'
import { sortinoDailyAnnualized } from './sortino-daily-annualized.ts'
import { sortinoDaily } from './sortino-daily.ts'
import { sortinoMonthlyAnnualized } from './sortino-monthly-annualized.ts'
import { sortinoMonthly } from './sortino-monthly.ts'
import { sqn } from './sqn.ts'
import { totalReturn } from './total-return.ts'
import { ulcer } from './ulcer.ts'
import { valueAtRisk } from './value-at-risk.ts'
import { winRate } from './win-rate.ts'

/** Every metric, in the order in which screens list them. */
export const METRICS: readonly Metric[] = [
  profit,
  totalReturn,
  averageDailyReturn,
  averageMonthlyReturn,
  cagr,
  sharpeDaily,
  sharpeDailyAnnualized,
  sharpeMonthly,
  sharpeMonthlyAnnualized,
  sortinoDaily,
  sortinoDailyAnnualized,
  sortinoMonthly,
  sortinoMonthlyAnnualized,
  maxDrawdown,
  maxDrawdownMoney,
  closedDrawdown,
  drawdownDuration,
  returnOverMaxDrawdown,
  calmar,
  recoveryFactor,
  ulcer,
  valueAtRisk,
  conditionalValueAtRisk,
  omega,
  winRate,
  grossProfitFactor,
  expectancy,
  averageWin,
  averageLoss,
  sqn,
  kelly,
  exposure,
  averageHolding,
  realizedPips,
  probabilisticSharpe,
  minimumTrackRecord,
]
