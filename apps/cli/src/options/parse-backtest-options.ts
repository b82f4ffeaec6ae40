import { type Interval, INTERVAL_KEYS, intervalProblem, readIsoTime, UserError } from '@tradeloom/domain'
import type { EngineModels } from '@tradeloom/engine'
import { type ModelOptions, parseModels, parseSpread } from './parse-models.ts'
import { oneOf, parseNumber } from './parse-text.ts'
import { checkEnd } from './check-end.ts'

/** Options of `backtest` from commander: text, not yet validated. */
export interface BacktestOptions extends ModelOptions {
  readonly script: string
  readonly instrument?: string
  readonly file?: string[]
  readonly format?: string
  readonly timezone?: string
  readonly mapping?: string
  /** The symbol to read, as the files name it. */
  readonly symbol?: string
  readonly interval: string
  readonly resolution: string
  readonly from?: string
  readonly to?: string
  readonly balance: string
  readonly set?: string[]
  readonly currency?: string
  readonly seed: string
  readonly spread?: string
  readonly data?: string
  readonly json?: boolean
}

export interface BacktestSettings {
  readonly interval: Interval
  readonly resolution: 0 | 1
  readonly from: number | null
  readonly to: number | null
  readonly initialBalance: number
  readonly externals: Readonly<Record<string, number>>
  readonly accountCurrency: string
  readonly models: EngineModels
  readonly seed: number
  /** For data with one price only; null uses the store's default. */
  readonly spreadPips: number | null
}

/** Throws UserError with one clear line for the first invalid option. */
export function parseBacktestOptions(options: BacktestOptions): BacktestSettings {
  const interval = oneOf('--interval', options.interval, INTERVAL_KEYS)
  const resolution = oneOf('--resolution', options.resolution, ['minute', 'tick'] as const) === 'tick' ? 0 : 1
  if (intervalProblem(interval, resolution) !== null)
    throw new UserError('invalid-input', `--interval ${interval} needs --resolution tick`)
  const from = options.from === undefined ? null : parseTime('--from', options.from)
  const to = options.to === undefined ? null : parseEnd('--to', options.to)
  checkEnd(from, to)
  return {
    interval,
    resolution,
    from,
    to,
    initialBalance: parseNumber('--balance', options.balance, 0.01, 1e12),
    externals: parseExternals(options.set ?? []),
    accountCurrency: parseCurrency(options.currency ?? 'USD'),
    models: parseModels(options),
    seed: parseSeed(options.seed),
    spreadPips: parseSpread(options),
  }
}

/** ISO 8601; a date alone is its first moment, and without a time zone it is in UTC. */
export function parseTime(option: string, text: string): number {
  const time = readIsoTime(text)
  if (Number.isNaN(time))
    throw new UserError('invalid-input', `${option} ${text} is not a time like 2024-02-01 or 2024-02-01T08:30Z`)
  return time
}

/** The exclusive end. A date alone includes that whole day, as on screen. */
export function parseEnd(option: string, text: string): number {
  const time = parseTime(option, text)
  return text.length === 10 ? time + 86_400_000 : time
}

function parseCurrency(text: string): string {
  const currency = text.trim().toUpperCase()
  if (/^[A-Z0-9]{2,12}$/.test(currency)) return currency
  throw new UserError('invalid-input', `--currency ${text} is not the code of a currency, for example USD`)
}

function parseSeed(text: string): number {
  const seed = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isInteger(seed) || seed < 0 || seed > 4_294_967_295)
    throw new UserError('invalid-input', `--seed ${text} is not a whole number from 0 to 4294967295`)
  return seed
}

function parseExternals(assignments: readonly string[]): Record<string, number> {
  const externals: Record<string, number> = {}
  for (const assignment of assignments) {
    const at = assignment.indexOf('=')
    const value = at < 1 ? Number.NaN : Number(assignment.slice(at + 1).trim() || Number.NaN)
    if (!Number.isFinite(value)) throw new UserError('invalid-input', `--set ${assignment} is not name=number`)
    const name = assignment.slice(0, at).trim()
    if (Object.hasOwn(externals, name)) throw new UserError('invalid-input', `--set ${name} is repeated`)
    externals[name] = value
  }
  return externals
}
