import { UserError } from '@tradeloom/domain'
import { type InstrumentSummary, type MarketReader, openMarketStore, type SeriesQuality } from '@tradeloom/market-data'
import type { Command } from 'commander'

import { marketFolder } from '../data-folder.ts'
import { parseEnd, parseTime } from '../options/parse-backtest-options.ts'
import { qualityLines } from '../quality-lines.ts'
import { noMarketData } from '../no-market-data.ts'
import { addOutputOptions, addPeriodOptions } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'
import { checkEnd } from '../options/check-end.ts'

interface QualityOptions {
  readonly instrument?: string
  readonly series?: string
  readonly from?: string
  readonly to?: string
  readonly data?: string
  readonly json?: boolean
}

export function addQuality(command: Command, terminal: Terminal): void {
  command
    .option('--instrument <id>', 'SYMBOL:BROKER (default: all)')
    .option('--series <interval>', 'Tick, M1 or another stored interval (default: what minute runs use)')
  addOutputOptions(addPeriodOptions(command)).action((options: QualityOptions) => showQuality(options, terminal))
}

async function showQuality(options: QualityOptions, terminal: Terminal): Promise<void> {
  const from = options.from === undefined ? undefined : parseTime('--from', options.from)
  const to = options.to === undefined ? undefined : parseEnd('--to', options.to)
  checkEnd(from, to)
  const period = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const folder = marketFolder(options.data)
  const store = openMarketStore(folder)
  const found = await chosen(store, options.instrument)
  if (found.length === 0) terminal.err(`No market data in ${folder} yet\n`)
  const grades: SeriesQuality[] = []
  for (const instrument of found) {
    const grade = await gradeOf(store, instrument, options, period, terminal)
    if (grade === null) continue
    if (options.json === true) grades.push(grade)
    else terminal.out(`${qualityLines(grade).join('\n')}\n\n`)
  }
  if (options.json === true) terminal.out(`${JSON.stringify({ instruments: grades })}\n`)
}

async function chosen(store: MarketReader, id: string | undefined): Promise<InstrumentSummary[]> {
  if (id === undefined) return store.instruments()
  const one = await store.instrument(id)
  if (one) return [one]
  const ids = (await store.instruments()).map((instrument) => instrument.id).join(', ')
  throw new UserError('invalid-input', noMarketData(id, ids))
}

/** Among all instruments, those without such data are skipped with a message. */
async function gradeOf(
  store: MarketReader,
  instrument: InstrumentSummary,
  options: QualityOptions,
  period: { readonly from?: number; readonly to?: number },
  terminal: Terminal,
): Promise<SeriesQuality | null> {
  try {
    const series = seriesOf(instrument, options.series)
    return await store.quality({ instrumentId: instrument.id, ...series, ...period })
  } catch (error) {
    const isExpected = error instanceof UserError
    if (!isExpected || options.instrument !== undefined) throw error
    terminal.err(`${error.message}\n`)
    return null
  }
}

/** The part of the request that names the series. */
function seriesOf(instrument: InstrumentSummary, wanted: string | undefined): { series?: SeriesQuality['interval'] } {
  if (wanted === undefined) return {}
  const known = instrument.series.find(({ interval }) => interval.toLowerCase() === wanted.toLowerCase())
  if (known) return { series: known.interval }
  const there = [...new Set(instrument.series.map(({ interval }) => interval))].join(', ')
  throw new UserError('invalid-input', `--series ${wanted}: ${instrument.id} has ${there}`)
}
