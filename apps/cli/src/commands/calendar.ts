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
import { InputError } from '../input-error.ts'
import { parseEnd, parseTime } from '../options/parse-backtest-options.ts'

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

export function registerCalendar(program: Command): void {
  const calendar = program.command('calendar').description('Holidays and shortened days on which a market is closed')
  calendar
    .command('import')
    .description('Keep the closed days of a file, in place of those known before')
    .argument('<file>', 'market-hours database of Lean, or rows date,open,close as CSV or JSON')
    .requiredOption('--format <name>', `one of ${CALENDAR_FORMATS.join(', ')}`)
    .option('--market <key>', 'market of a lean file (default: Forex-oanda-[*])')
    .option('--name <calendar>', 'forex, always or SYMBOL:BROKER (default: what the market tells, else forex)')
    .option('--timezone <zone>', 'zone of the times in csv and json files (default: America/New_York)')
    .option('--add', 'keep the closures known before too')
    .option('--data <dir>', 'data folder (default: TRADELOOM_DATA or data in the clone)')
    .option('--json', 'print one JSON object and nothing else')
    .action(importFile)
  calendar
    .command('show')
    .description('List the closures that are known, in UTC')
    .option('--name <calendar>', 'forex, always or SYMBOL:BROKER (default: all)')
    .option('--from <time>', 'first moment, ISO 8601')
    .option('--to <time>', 'moment at which it ends; a date alone is a day that is included')
    .option('--data <dir>', 'data folder (default: TRADELOOM_DATA or data in the clone)')
    .option('--json', 'print one JSON object and nothing else')
    .action(show)
  calendar
    .command('remove')
    .description('Forget the closures of a calendar')
    .argument('<name>', 'forex, always or SYMBOL:BROKER')
    .option('--data <dir>', 'data folder (default: TRADELOOM_DATA or data in the clone)')
    .action(remove)
}

async function importFile(file: string, options: ImportOptions): Promise<void> {
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
    process.stdout.write(`${JSON.stringify(report)}\n`)
    return
  }
  const { calendar, days, bankHolidays } = report
  const banks = bankHolidays > 0 ? `, ${bankHolidays} bank holidays left aside: markets trade on them` : ''
  process.stderr.write(`${days} day(s) in ${report.timezone}${banks}\n${summary(calendar)}\n`)
}

async function show(options: ShowOptions): Promise<void> {
  const from = options.from === undefined ? Number.NEGATIVE_INFINITY : parseTime('--from', options.from)
  const to = options.to === undefined ? Number.POSITIVE_INFINITY : parseEnd('--to', options.to)
  if (to <= from) throw new InputError('End cannot be before start!')
  const calendars = (await chosen(options)).map((calendar) => ({
    ...calendar,
    closures: calendar.closures.filter((closure) => closure.to > from && closure.from < to),
  }))
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify({ calendars })}\n`)
    return
  }
  if (calendars.length === 0) process.stderr.write('No calendar was imported yet: only weekly hours are known\n')
  for (const calendar of calendars) {
    process.stdout.write(`${[summary(calendar), ...calendar.closures.map(line)].join('\n')}\n`)
  }
}

async function chosen(options: ShowOptions): Promise<MarketCalendar[]> {
  const folder = marketFolder(options.data)
  if (options.name === undefined) return listCalendars(folder)
  const calendar = await readCalendar(folder, calendarName(options.name))
  if (!calendar) throw new InputError(`There is no calendar ${options.name}: import one first`)
  return [calendar]
}

async function remove(name: string, options: { readonly data?: string }): Promise<void> {
  if (!(await removeCalendar(marketFolder(options.data), name))) throw new InputError(`There is no calendar ${name}`)
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
