import { type BarInterval, INTERVALS, type OhlcColumns, resample, UserError } from '@tradeloom/domain'
import { openMarketStore, readColumns, type SeriesInterval } from '@tradeloom/market-data'
import { marketFolder } from './data-folder.ts'
import { fileNotes } from './file-notes.ts'
import { instrumentOfFile } from './options/instrument-of-file.ts'
import { parseMapping } from './options/parse-mapping.ts'

/** Where the bars come from: imported data, or files. */
export interface BarsOptions {
  readonly instrument?: string
  readonly file?: string[]
  readonly format?: string
  readonly timezone?: string
  readonly mapping?: string
  readonly symbol?: string
  readonly data?: string
}

interface TerminalBars {
  readonly bars: OhlcColumns
  /** What was found in the files. */
  readonly notes: readonly string[]
}

/** Bars of one interval (bid prices), from imported data or directly from files. */
export async function terminalBars(options: BarsOptions, interval: BarInterval): Promise<TerminalBars> {
  if (options.file !== undefined) return barsOfFiles(options, options.file, interval)
  if (options.instrument === undefined)
    throw new UserError('invalid-input', 'Pass --instrument SYMBOL:BROKER, or --file with --format')
  return { bars: await importedBars(options, options.instrument, interval), notes: [] }
}

async function importedBars(options: BarsOptions, instrumentId: string, interval: BarInterval): Promise<OhlcColumns> {
  const store = openMarketStore(marketFolder(options.data))
  const found = await store.instrument(instrumentId)
  if (found === null) throw new UserError('invalid-input', `No market data for ${instrumentId}: import some first`)
  // The coarsest series that the bars can be built from is the least work; quotes are preferred to single prices.
  const source = found.series
    .filter((series) => fits(series.interval, interval))
    .toSorted((a, b) => lengthOf(b.interval) - lengthOf(a.interval) || (a.price < b.price ? -1 : 1))[0]
  if (!source) {
    const kept = found.series.map((series) => series.interval).join(', ')
    throw new UserError('invalid-input', `${found.id} has no data to build ${interval} bars from; it has ${kept}`)
  }
  const columns = await store.load({
    instrumentId: found.id,
    series: source.interval,
    price: source.price,
  })
  return resample(columns, interval, found)
}

async function barsOfFiles(
  options: BarsOptions,
  files: readonly string[],
  interval: BarInterval,
): Promise<TerminalBars> {
  if (options.format === undefined) throw new UserError('invalid-input', '--file needs --format')
  const read = await readColumns({
    files,
    format: options.format,
    instrument: options.instrument ?? instrumentOfFile(files[0] ?? ''),
    mapping: parseMapping(options.mapping),
    ...(options.timezone === undefined ? {} : { timezone: options.timezone }),
    ...(options.symbol === undefined ? {} : { symbol: options.symbol }),
  })
  if (!fits(read.interval, interval))
    throw new UserError(
      'invalid-input',
      `--interval ${interval} cannot be built from the ${read.interval} data in the files`,
    )
  return { bars: resample(read.columns, interval), notes: fileNotes(read.report) }
}

function fits(source: SeriesInterval, interval: BarInterval): boolean {
  return INTERVALS[interval].ms % Math.max(1, lengthOf(source)) === 0
}

function lengthOf(interval: SeriesInterval): number {
  if (interval === 'Tick') return 0
  return interval === 'S1' ? 1000 : INTERVALS[interval].ms
}
