import type { RunResult } from '@tradeloom/engine'

/** The result for people, on standard output. */
export function printSummary(result: RunResult, resultHash: string, notes: readonly string[]): void {
  const { statistics: s } = result
  const lines: [string, string][] = [
    ['Closed positions', `${s.closedPositions} (${s.winningPositions} won, ${s.losingPositions} lost)`],
    ['Open positions', String(s.openPositions)],
    ['Balance', money(s.balance)],
    ['Equity', money(s.equity)],
    ['Profit', `${signed(s.profit)} (${signed(s.profitPercentage)} %)`],
    ['Maximum drawdown', `${money(s.maxDrawdown)} (${s.maxDrawdownPercentage.toFixed(2)} %)`],
    ['Realized pips', signed(s.realizedPips, 1)],
    ['Sharpe per day, per month', `${ratio(s.sharpeDaily)}, ${ratio(s.sharpeMonthly)}`],
    ['Sortino per day, per month', `${ratio(s.sortinoDaily)}, ${ratio(s.sortinoMonthly)}`],
    ['Commission', money(s.commission)],
    ['Ticks, bars', `${result.ticks}, ${result.bars}`],
    ['Result hash', resultHash],
  ]
  if (s.ambiguousPositions > 0) lines.splice(2, 0, ['Ambiguous positions', String(s.ambiguousPositions)])
  const width = Math.max(...lines.map(([name]) => name.length))
  for (const [name, value] of lines) process.stdout.write(`${name.padEnd(width)}  ${value}\n`)
  for (const line of result.log.slice(-20))
    process.stderr.write(`${new Date(line.time).toISOString()} ${line.message}\n`)
  for (const note of [...notes, ...result.warnings]) process.stderr.write(`Note: ${note}\n`)
}

const US_DOLLARS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function money(value: number): string {
  return US_DOLLARS.format(value)
}

function signed(value: number, decimals = 2): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(decimals)}`
}

function ratio(value: number | null): string {
  return value === null ? 'undefined' : value.toFixed(4)
}
