import type { Round } from '@tradeloom/optimizer'
import type { TestedCell } from '../../optimization-luck/run-walk-forward.ts'
import type { OptimizationEnd } from '../optimization-ends.ts'
import type { OptimizationLogLine } from '../optimizations.repository.ts'

type Line = Pick<OptimizationLogLine, 'level' | 'message'>

const MONEY = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

export function bestText({ number, count }: Round, bestProfit: number | null): string {
  const best = bestProfit === null ? 'no best yet' : `best profit ${inMoney(bestProfit)}`
  return `Round ${number + 1}: ${backtests(count)}, ${best}`
}

export function errorText({ message, n }: { readonly message: string | null; readonly n: number }): Line {
  return { level: 'error', message: `${backtests(n)} ended with an error: ${message ?? ''}` }
}

export function cellText({
  trainDays,
  testDays,
  windows,
  profit,
}: TestedCell): [level: Line['level'], message: string] {
  const tests = `${windows} test${windows === 1 ? '' : 's'}`
  return ['info', `Training ${trainDays} days, test ${testDays} days: ${inMoney(profit)} in ${tests} out of sample`]
}

/** The last line of a log. */
export function endText(
  { status, statusDetail }: OptimizationEnd,
  { total }: { readonly total: number },
  ending: string | null,
): [level: Line['level'], message: string] {
  const reason = ending === null ? '' : ` after ${ending}`
  if (status === 'Completed') return ['info', `Completed${reason}. It could run ${backtests(total)} at most`]
  return ['error', `${status}: ${statusDetail}`]
}

function backtests(count: number): string {
  return `${count.toLocaleString('en-US')} backtest${count === 1 ? '' : 's'}`
}

function inMoney(value: number): string {
  return value.toLocaleString('en-US', MONEY)
}
