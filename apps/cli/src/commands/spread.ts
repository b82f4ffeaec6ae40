import { UserError } from '@tradeloom/domain'
import { writeFile } from 'node:fs/promises'
import { writeSpreadByHour } from '@tradeloom/contracts'
import { learnSpreadByHour, openMarketStore, type SeriesSummary } from '@tradeloom/market-data'
import type { Command } from 'commander'
import { marketFolder } from '../data-folder.ts'
import { parseEnd, parseTime } from '../options/parse-backtest-options.ts'
import { addOutputOptions, addPeriodOptions } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'
import { checkEnd } from '../options/check-end.ts'

interface SpreadOptions {
  readonly instrument: string
  readonly from?: string
  readonly to?: string
  readonly out?: string
  readonly data?: string
  readonly json?: boolean
}

export function addSpread(command: Command, terminal: Terminal): void {
  command
    .requiredOption('--instrument <id>', 'SYMBOL:BROKER with bid and ask, imported or simulated')
    .option('--out <file>', 'write a file for backtest --spread-file instead of printing it')
  addOutputOptions(addPeriodOptions(command)).action((options: SpreadOptions) => spread(options, terminal))
}

async function spread(options: SpreadOptions, terminal: Terminal): Promise<void> {
  const from = options.from === undefined ? null : parseTime('--from', options.from)
  const to = options.to === undefined ? null : parseEnd('--to', options.to)
  checkEnd(from, to)
  const store = openMarketStore(marketFolder(options.data))
  const found = await store.instrument(options.instrument)
  if (found === null)
    throw new UserError('invalid-input', `No market data for ${options.instrument}: import some first`)
  const source = quotedSeries(found.series)
  if (!source) throw new UserError('invalid-input', `${found.id} has no bid and ask data of one minute or less`)
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
  if (options.json === true) terminal.out(`${JSON.stringify({ instrumentId: found.id, ...learned })}\n`)
  if (options.out !== undefined) await writeOut(options.out, writeSpreadByHour(byHour))
  else if (options.json !== true) terminal.out(writeSpreadByHour(byHour))
  if (options.json !== true)
    terminal.err(
      `${found.id} ${source.interval}: ${quoted.time.length} quotes, ${Math.min(...byHour)} to ${Math.max(...byHour)} pips; ` +
        `${unseen} hours without quotes use the median of the others\n`,
    )
}

/** Minutes give every moment the same weight, so they are preferred to ticks, which cluster when the market moves. */
function quotedSeries(series: readonly SeriesSummary[]): SeriesSummary | undefined {
  const fitting = series.filter(({ interval, price }) => price === 'quote' && ORDER.includes(interval))
  return fitting.toSorted((a, b) => ORDER.indexOf(a.interval) - ORDER.indexOf(b.interval))[0]
}

const ORDER: readonly string[] = ['M1', 'S30', 'S15', 'S5', 'S1', 'Tick']

async function writeOut(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: Error) => {
    throw new UserError('invalid-input', `${file} cannot be written: ${error.message}`)
  })
}
