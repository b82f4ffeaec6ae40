import { gapHeadline, marginFigures, marginHeadline, seriesHeadline } from '@tradeloom/contracts'
import { type CompactResult, positionsIn } from '@tradeloom/engine'
import { defectProfit, type RunQuality } from '@tradeloom/market-data'
import type { TerminalMarket } from './run-market.ts'
import type { Terminal } from './terminal.ts'

type PricesOfRun = Pick<TerminalMarket, 'instrument' | 'notes' | 'quality' | 'otherQualities'>

/** Prints a readable result to standard output, with the quality of the prices of each market. */
export function printSummary(
  result: CompactResult,
  resultHash: string,
  { instrument, notes, quality, otherQualities }: PricesOfRun,
  { terminal, hasFees }: { readonly terminal: Terminal; readonly hasFees: boolean },
): void {
  const { statistics: s } = result
  const lines: [string, string][] = [
    ['Closed positions', closedText(s)],
    ['Open positions', String(s.openPositions)],
    ['Balance', money(s.balance)],
    ['Equity', money(s.equity)],
    ['Profit', `${signed(s.profit)} (${signed(s.profitPercentage)} %)`],
    ['Maximum drawdown', `${money(s.maxDrawdown)} (${s.maxDrawdownPercentage.toFixed(2)} %)`],
    ['Realized pips', signed(s.realizedPips, 1)],
    ['Sharpe per day, per month', `${ratio(s.sharpeDaily)}, ${ratio(s.sharpeMonthly)}`],
    ['Sortino per day, per month', `${ratio(s.sortinoDaily)}, ${ratio(s.sortinoMonthly)}`],
    ...costRows(result),
    ...(marginFigures({ ...s }) ?? []).map(({ title, text }): [string, string] => [title, text.replace(/%$/, ' %')]),
    ['Ticks, bars', `${result.ticks}, ${result.bars}`],
    ['Result hash', resultHash],
  ]
  if (s.ambiguousPositions > 0 || s.ambiguousWorstProfit !== s.ambiguousBestProfit) {
    lines.splice(2, 0, ['Ambiguous positions', `${s.ambiguousPositions} (${rangeText(s)})`])
  }
  const headline = marginHeadline({ ...s })
  if (headline !== null) lines.unshift(['Account', headline])
  const gaps = gapHeadline({ ...gradedDays(quality), markets: otherQualities.map(gradedDays) })
  if (gaps !== null) lines.unshift(['Data', gaps])
  const series = seriesHeadline(result.warnings)
  if (series !== null) lines.unshift(['Datasets', series])
  if (!hasFees) lines.unshift(['Fees', `none: what ${instrument.broker} charges is unknown; give it with --commission`])
  const several = otherQualities.length > 0
  lines.push(...qualityRows(quality, positionsIn(result, instrument.id), several ? ` of ${instrument.id}` : ''))
  for (const other of otherQualities) {
    lines.push(...qualityRows(other, positionsIn(result, other.instrumentId), ` of ${other.instrumentId}`))
  }
  const width = Math.max(...lines.map(([name]) => name.length))
  for (const [name, value] of lines) terminal.out(`${name.padEnd(width)}  ${value}\n`)
  for (const line of result.log.slice(-20)) terminal.err(`${new Date(line.time).toISOString()} ${line.message}\n`)
  for (const note of [...notes, ...result.warnings]) terminal.err(`Note: ${note}\n`)
}

/** The days of a market as results keep them. */
function gradedDays<Q extends RunQuality>({ days, ...quality }: Q) {
  return {
    ...quality,
    days: days.map(({ day, expected, good, missing }): [number, number, number, number] => [
      day,
      expected,
      good,
      missing,
    ]),
  }
}

/** Won, lost and break-even positions add up to all. */
function closedText({ closedPositions, winningPositions, losingPositions }: CompactResult['statistics']): string {
  const even = closedPositions - winningPositions - losingPositions
  const parts = [`${winningPositions} won`, `${losingPositions} lost`, ...(even > 0 ? [`${even} break-even`] : [])]
  return `${closedPositions} (${parts.join(', ')})`
}

/** What the profit could be, had the price taken another path inside of bars. */
function rangeText({ ambiguousWorstProfit: worst, ambiguousBestProfit: best }: CompactResult['statistics']): string {
  if (worst === null || best === null) return 'profit under other price paths unknown'
  return `profit ${signed(worst)} to ${signed(best)}, depending on the price path inside bars`
}

/** Everything between the mid price and the trader's profit, except costs of zero. */
function costRows({ statistics: s }: CompactResult): [string, string][] {
  const costs = {
    Spread: s.spreadCost,
    Slippage: s.slippageCost,
    Commission: s.commission,
    Swap: s.swapCost,
    Funding: s.fundingCost,
  }
  const paid = Object.entries(costs).filter(([, cost]) => cost !== 0)
  if (paid.length === 0) return [['Costs', '0.00']]
  const parts = paid.map(([name, cost]) => `${name.toLowerCase()} ${money(cost)}`).join(', ')
  return [
    ['Profit before costs', signed(s.grossProfit)],
    ['Costs', parts],
  ]
}

/** Data quality, and how much of the profit was made near defects. */
function qualityRows(quality: RunQuality, positions: ReturnType<typeof positionsIn>, of: string): [string, string][] {
  const { near, positions: all, profit, totalProfit, share, rows } = defectProfit(quality, positions)
  const part = share === null ? '' : ` (${(share * 100).toFixed(1)} %)`
  const bar = quality.interval === 'Tick' ? 'minute' : 'bar'
  const lines: [string, string][] = [
    [`Data quality${of}`, `${quality.goodPercent.toFixed(2)} % good (${quality.good} of ${quality.expected} ${bar}s)`],
    [
      `Profit near data defects${of}`,
      `${signed(profit)} of ${signed(totalProfit)}${part}, ${near} of ${all} positions within ${rows} ${bar}s of one`,
    ],
  ]
  const { shift, scaleFactor } = quality
  if (shift)
    lines.push([`Data time zone${of}`, `off by ${shift.hours} h in ${shift.weeks} of ${shift.of} ${shift.by}s`])
  if (scaleFactor !== 1) lines.push([`Data scale${of}`, `prices are about ${scaleFactor} times too high`])
  return lines
}

const US_DOLLARS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function money(value: number): string {
  return US_DOLLARS.format(value)
}

/** Grouped like amounts; values that round to zero have no sign. */
function signed(value: number, decimals = 2): string {
  const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return value.toLocaleString('en-US', { ...fraction, signDisplay: 'exceptZero' })
}

function ratio(value: number | null): string {
  return value === null ? 'undefined' : value.toFixed(4)
}
