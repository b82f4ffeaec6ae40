import { UserError } from '@tradeloom/domain'
import type { Closure } from '@tradeloom/domain'
import {
  CALENDAR_FORMATS,
  calendarName,
  importCalendar,
  listCalendars,
  type MarketCalendar,
  readCalendar,
  removeCalendar,
} from '@tradeloom/market-data'
import type { Command } from 'commander'
import { marketFolder } from '../data-folder.ts'
import { parseEnd, parseTime } from '../options/parse-backtest-options.ts'
import { addDataOption, addOutputOptions, addPeriodOptions } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'
import { checkEnd } from '../options/check-end.ts'

interface ImportOptions {
  readonly format: string
  readonly market?: string
  readonly name?: string
  readonly timezone?: string
  readonly add?: boolean
  readonly data?: string
  readonly json?: boolean
}

interface ShowOptions {
  readonly name?: string
  readonly from?: string
  readonly to?: string
  readonly data?: string
  readonly json?: boolean
}

export function addCalendar(calendar: Command, terminal: Terminal): void {
  const importing = calendar
    .command('import')
    .description('Import holidays and early closes from a file, replacing those imported before')
    .argument('<file>', 'market-hours database from Lean, or rows of date,open,close as CSV or JSON')
    .requiredOption('--format <name>', `one of ${CALENDAR_FORMATS.join(', ')}`)
    .option('--market <key>', 'market within a Lean file (default: Forex-oanda-[*])')
    .option('--name <calendar>', 'forex, always or SYMBOL:BROKER (default: derived from the market, else forex)')
    .option('--timezone <zone>', 'time zone of CSV and JSON files (default: America/New_York)')
    .option('--add', 'keep the existing closures')
  addOutputOptions(importing).action((file: string, options: ImportOptions) => importFile(file, options, terminal))
  const showing = calendar
    .command('show')
    .description('List the imported closures, in UTC')
    .option('--name <calendar>', 'forex, always or SYMBOL:BROKER (default: all)')
  addOutputOptions(addPeriodOptions(showing)).action((options: ShowOptions) => show(options, terminal))
  const removing = calendar
    .command('remove')
    .description('Remove a calendar')
    .argument('<name>', 'forex, always or SYMBOL:BROKER')
  addDataOption(removing).action(remove)
}

async function importFile(file: string, options: ImportOptions, terminal: Terminal): Promise<void> {
  const { format, market, name, timezone, add } = options
  const report = await importCalendar({
    marketDir: marketFolder(options.data),
    file,
    format,
    ...(market === undefined ? {} : { market }),
    ...(name === undefined ? {} : { name }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(add === undefined ? {} : { add }),
  })
  if (options.json === true) {
    terminal.out(`${JSON.stringify(report)}\n`)
    return
  }
  const { calendar, days, bankHolidays } = report
  const banks = bankHolidays > 0 ? `, ${bankHolidays} bank holidays ignored: markets trade on them` : ''
  terminal.err(`${days} day(s) in ${report.timezone}${banks}\n${summary(calendar)}\n`)
}

async function show(options: ShowOptions, terminal: Terminal): Promise<void> {
  const from = options.from === undefined ? Number.NEGATIVE_INFINITY : parseTime('--from', options.from)
  const to = options.to === undefined ? Number.POSITIVE_INFINITY : parseEnd('--to', options.to)
  checkEnd(from, to)
  const calendars = (await chosen(options)).map((calendar) => ({
    ...calendar,
    closures: calendar.closures.filter((closure) => closure.to > from && closure.from < to),
  }))
  if (options.json === true) {
    terminal.out(`${JSON.stringify({ calendars })}\n`)
    return
  }
  if (calendars.length === 0) terminal.err('No calendar imported yet: only weekly trading hours apply\n')
  for (const calendar of calendars) {
    terminal.out(`${[summary(calendar), ...calendar.closures.map(line)].join('\n')}\n`)
  }
}

async function chosen(options: ShowOptions): Promise<MarketCalendar[]> {
  const folder = marketFolder(options.data)
  if (options.name === undefined) return listCalendars(folder)
  const calendar = await readCalendar(folder, calendarName(options.name))
  if (!calendar) throw new UserError('invalid-input', `No calendar ${options.name}: import one first`)
  return [calendar]
}

async function remove(name: string, options: { readonly data?: string }): Promise<void> {
  if (!(await removeCalendar(marketFolder(options.data), name)))
    throw new UserError('invalid-input', `No calendar ${name}`)
}

function summary({ name, sources, closures }: MarketCalendar): string {
  return `${name}: ${closures.length} closure(s) from ${sources.join(' and ')}`
}

function line({ from, to }: Closure): string {
  return `  ${minute(from)} to ${minute(to)}`
}

function minute(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}
