import {
  type InstrumentSummary,
  MarketDataError,
  type MarketStore,
  openMarketStore,
  type SeriesQuality,
} from '@tradeloom/market-data'
import type { Command } from 'commander'

import { marketFolder } from '../data-folder.ts'
import { InputError } from '../input-error.ts'
import { parseEnd, parseTime } from '../options/parse-backtest-options.ts'
import { qualityLines } from '../quality-lines.ts'

interface QualityOptions {
  readonly instrument?: string
  readonly series?: string
  readonly from?: string
  readonly to?: string
  readonly data?: string
  readonly json?: boolean
}

export function registerQuality(program: Command): void {
  program
    .command('quality')
    .description('Show how good the market data is, by month and day, and where its defects are')
    .option('--instrument <id>', 'SYMBOL:BROKER; all of them when left out')
    .option('--series <interval>', 'Tick, M1 or another that there is (default: what minute runs use)')
    .option('--from <time>', 'first moment, ISO 8601, UTC unless it says otherwise')
    .option('--to <time>', 'moment at which it ends; a date alone is a day that is included')
    .option('--data <dir>', 'data folder (default: TRADELOOM_DATA or data in the clone)')
    .option('--json', 'print one JSON object and nothing else')
    .action(showQuality)
}

async function showQuality(options: QualityOptions): Promise<void> {
  const from = options.from === undefined ? undefined : parseTime('--from', options.from)
  const to = options.to === undefined ? undefined : parseEnd('--to', options.to)
  if (from !== undefined && to !== undefined && to <= from) throw new InputError('End cannot be before start!')
  const period = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const folder = marketFolder(options.data)
  const store = openMarketStore(folder)
  const found = await chosen(store, options.instrument)
  if (found.length === 0) process.stderr.write(`There is no market data in ${folder} yet\n`)
  const grades: SeriesQuality[] = []
  for (const instrument of found) {
    const grade = await gradeOf(store, instrument, options, period)
    if (grade === null) continue
    if (options.json === true) grades.push(grade)
    else process.stdout.write(`${qualityLines(grade).join('\n')}\n\n`)
  }
  if (options.json === true) process.stdout.write(`${JSON.stringify({ instruments: grades })}\n`)
}

async function chosen(store: MarketStore, id: string | undefined): Promise<InstrumentSummary[]> {
  if (id === undefined) return store.instruments()
  const one = await store.instrument(id)
  if (one) return [one]
  const ids = (await store.instruments()).map((instrument) => instrument.id).join(', ')
  throw new InputError(`There is no market data of ${id}. There is ${ids || 'none at all: import some first'}`)
}

/** Of all instruments those that have nothing of what was asked for are passed over, with a word about it. */
async function gradeOf(
  store: MarketStore,
  instrument: InstrumentSummary,
  options: QualityOptions,
  period: { readonly from?: number; readonly to?: number },
): Promise<SeriesQuality | null> {
  try {
    const series = seriesOf(instrument, options.series)
    return await store.quality({ instrumentId: instrument.id, ...series, ...period })
  } catch (error) {
    const isExpected = error instanceof InputError || error instanceof MarketDataError
    if (!isExpected || options.instrument !== undefined) throw error
    process.stderr.write(`${error.message}\n`)
    return null
  }
}

/** The request's part that names the series. */
function seriesOf(instrument: InstrumentSummary, wanted: string | undefined): { series?: SeriesQuality['interval'] } {
  if (wanted === undefined) return {}
  const known = instrument.series.find(({ interval }) => interval.toLowerCase() === wanted.toLowerCase())
  if (known) return { series: known.interval }
  const there = [...new Set(instrument.series.map(({ interval }) => interval))].join(', ')
  throw new InputError(`--series ${wanted}: ${instrument.id} has ${there}`)
}
