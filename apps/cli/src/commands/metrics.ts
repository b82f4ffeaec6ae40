import { UserError } from '@tradeloom/domain'
import {
  computeBreakdowns,
  computeMetrics,
  inputFromEquity,
  inputFromTrades,
  type MetricInput,
} from '@tradeloom/metrics'
import type { Command } from 'commander'
import { parseEquity } from '../metrics/parse-equity.ts'
import { parseTrades } from '../metrics/parse-trades.ts'
import { metricsTable } from '../metrics/print-metrics.ts'
import { readTable } from '../metrics/read-table.ts'
import type { Terminal } from '../terminal.ts'

interface MetricsOptions {
  readonly trades?: string
  readonly equity?: string
  readonly balance?: string
  readonly calendar?: string
  readonly gross?: boolean
  readonly pipSize?: string
  readonly json?: boolean
}

const DEFAULT_BALANCE = 10_000
const THINNED =
  'The equity curve of a backtest is thinned, and this file has no "dailyEquity": values by day and by month are ' +
  'approximate. The output of "backtest --json" and reports of the server in JSON have both'

const HELP = `
Files are CSV with a header row (comma, semicolon or tab) or JSON (an array of objects, the output of
"backtest --json", or a report of the server in JSON). Column names ignore case, spaces and anything in brackets.

  --trades   close time (exit time, closing time, time, date)
             profit (net profit, net p&l, pnl) or gross profit, from which commission and swap are subtracted
             optional: open time, direction (side, type), quantity (size, volume, lots), open price, close price,
             symbol, pips, commission (fee; either sign counts as paid), swap (positive: received), notional, risk, mae,
             mfe, mae pips, mfe pips; positive when paid: commission cost, swap cost, funding cost, spread cost,
             slippage cost. Exports of MetaTrader (two columns "Time" or "Price", gross profits) and of TradingView
             (one row for the entry and one for the exit) are recognized.
  --equity   time (date, timestamp) and equity (nav, balance)

Times are ISO 8601 or 2024.01.31 08:30, in UTC unless they or their column, "Time (UTC+2)", name another zone, or seconds
or milliseconds since 1970. A date alone means the end of that day (for an open time, the beginning). Rows may be in any
order. Numbers: -1234.5, 1,234.50, 1 234.50, (12.5). Percentage columns are ignored.`

export function addMetrics(command: Command, terminal: Terminal): void {
  command
    .option('--trades <file>', 'closed trades')
    .option('--equity <file>', 'equity curve')
    .option('--balance <amount>', 'starting balance (default: 10000 for trades, the first point of an equity curve)')
    .option('--calendar <name>', 'forex (Monday to Friday) or always (default: detected from the times)')
    .option('--gross', 'profits are before commission, swap and funding')
    .option('--pip-size <size>', 'pip size for pips from prices, for example 0.0001')
    .option('--json', 'print a single JSON object and nothing else')
    .addHelpText('after', HELP)
    .action((options: MetricsOptions) => metrics(options, terminal))
}

async function metrics(options: MetricsOptions, terminal: Terminal): Promise<void> {
  const { input, file, kind, notes } = await read(options)
  const metrics = computeMetrics(input)
  if (options.json === true) {
    const { start, end, initialBalance, calendar } = input
    const count = kind === 'trades' ? { trades: input.closed.length } : { points: input.curve.time.length }
    const about = { kind, file, ...count, start, end, initialBalance, calendar }
    terminal.out(`${JSON.stringify({ input: about, notes, metrics, breakdowns: computeBreakdowns(input) })}\n`)
    return
  }
  terminal.out(metricsTable(metrics))
  for (const note of notes) terminal.err(`Note: ${note}\n`)
}

interface ReadInput {
  readonly input: MetricInput
  readonly file: string
  readonly kind: 'trades' | 'equity'
  readonly notes: readonly string[]
}

async function read(options: MetricsOptions): Promise<ReadInput> {
  const { trades, equity } = options
  const balance = positive('--balance', options.balance)
  const pipSize = positive('--pip-size', options.pipSize)
  const calendar = calendarOf(options.calendar)
  if ((trades === undefined) === (equity === undefined))
    throw new UserError('invalid-input', 'Pass one file: --trades FILE or --equity FILE')
  if (trades !== undefined) {
    const parsed = parseTrades(await readTable(trades, 'positions'), { gross: options.gross === true, pipSize })
    const notes = [...parsed.notes]
    if (balance === null) notes.push(`Assumed a starting balance of ${DEFAULT_BALANCE}; set it with --balance`)
    const initialBalance = balance ?? DEFAULT_BALANCE
    const input = explained(trades, () => inputFromTrades(parsed.trades, { initialBalance, ...calendar }))
    return { input, file: trades, kind: 'trades', notes }
  }
  const file = equity as string
  if (options.gross === true || pipSize !== null)
    throw new UserError('invalid-input', '--gross and --pip-size require --trades')
  const table = await readTable(file, 'equityCurve')
  const { points, notes } = parseEquity(table)
  if (balance === null && (points.equity[0] as number) <= 0)
    throw new UserError(
      'invalid-input',
      `${file}: the curve begins with ${points.equity[0]}; set the starting balance with --balance`,
    )
  const initial = balance === null ? {} : { initialBalance: balance }
  const days = table.days && { days: table.days }
  const more = table.days === null ? [THINNED] : []
  const input = explained(file, () => inputFromEquity(points, { ...initial, ...calendar, ...days }))
  return { input, file, kind: 'equity', notes: [...notes, ...more] }
}

/** Turns a complaint about the numbers in a file into an error for the user. */
function explained<Result>(file: string, make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError) throw new UserError('invalid-input', `${file}: ${error.message}`)
    throw error
  }
}

function positive(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value) || value <= 0)
    throw new UserError('invalid-input', `${option} ${text} must be a number above 0`)
  return value
}

function calendarOf(text: string | undefined): { readonly calendar?: 'forex' | 'always' } {
  if (text === undefined) return {}
  if (text !== 'forex' && text !== 'always')
    throw new UserError('invalid-input', `--calendar ${text} must be forex or always`)
  return { calendar: text }
}
