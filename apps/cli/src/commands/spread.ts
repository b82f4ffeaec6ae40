import { writeFile } from 'node:fs/promises'
import { writeSpreadByHour } from '@tradeloom/contracts'
import { learnSpreadByHour, openMarketStore, type SeriesSummary } from '@tradeloom/market-data'
import type { Command } from 'commander'
import { marketFolder } from '../data-folder.ts'
import { InputError } from '../input-error.ts'
import { parseEnd, parseTime } from '../options/parse-backtest-options.ts'

interface SpreadOptions {
  readonly instrument: string
  readonly from?: string
  readonly to?: string
  readonly out?: string
  readonly data?: string
  readonly json?: boolean
}

export function registerSpread(program: Command): void {
  program
    .command('spread')
    .description('Learn the median spread of each hour of the week from quotes, for data with one price')
    .requiredOption('--instrument <id>', 'SYMBOL:BROKER with bid and ask, imported or simulated')
    .option('--from <time>', 'first moment, ISO 8601')
    .option('--to <time>', 'moment at which it ends; a date alone is a day that is included')
    .option('--out <file>', 'write the file for backtest --spread-file instead of printing it')
    .option('--data <dir>', 'data folder (default: TRADELOOM_DATA or data in the clone)')
    .option('--json', 'print one JSON object and nothing else')
    .action(spread)
}

async function spread(options: SpreadOptions): Promise<void> {
  const from = options.from === undefined ? null : parseTime('--from', options.from)
  const to = options.to === undefined ? null : parseEnd('--to', options.to)
  if (from !== null && to !== null && to <= from) throw new InputError('End cannot be before start!')
  const store = openMarketStore(marketFolder(options.data))
  const found = await store.instrument(options.instrument)
  if (found === null) throw new InputError(`There is no market data of ${options.instrument}: import some first`)
  const source = quotedSeries(found.series)
  if (!source) throw new InputError(`${found.id} has no data with bid and ask of minutes or less`)
  const quoted = await store.load({
    instrumentId: found.id,
    series: source.interval,
    price: 'quote',
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  })
  const learned = learnSpreadByHour(quoted, found.pipSize)
  const { byHour, quotes } = learned
  const unseen = quotes.filter((count) => count === 0).length
  if (options.json === true) process.stdout.write(`${JSON.stringify({ instrumentId: found.id, ...learned })}\n`)
  if (options.out !== undefined) await writeOut(options.out, writeSpreadByHour(byHour))
  else if (options.json !== true) process.stdout.write(writeSpreadByHour(byHour))
  if (options.json !== true)
    process.stderr.write(
      `${found.id} ${source.interval}: ${quoted.time.length} quotes, ${Math.min(...byHour)} to ${Math.max(...byHour)} pips; ` +
        `${unseen} hours without quotes have the median of the others\n`,
    )
}

/** Minutes weigh all times alike, so they come before ticks, which come thickest when the market moves. */
function quotedSeries(series: readonly SeriesSummary[]): SeriesSummary | undefined {
  const fitting = series.filter(({ interval, price }) => price === 'quote' && ORDER.includes(interval))
  return fitting.toSorted((a, b) => ORDER.indexOf(a.interval) - ORDER.indexOf(b.interval))[0]
}

const ORDER: readonly string[] = ['M1', 'S30', 'S15', 'S5', 'S1', 'Tick']

async function writeOut(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: Error) => {
    throw new InputError(`${file} cannot be written (${error.message})`)
  })
}
