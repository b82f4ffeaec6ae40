import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSpreadByHour } from '@tradeloom/contracts'
import {
  type BarInterval,
  barIntervalFor,
  barSpans,
  type Closure,
  dataProblem,
  type Instrument,
  INTERVALS,
  isBarInterval,
  type MarketColumns,
  UserError,
} from '@tradeloom/domain'
import type { MarketSpec } from '@tradeloom/engine'
import {
  availableData,
  type ColumnsFile,
  findConversions,
  type MarketQuality,
  marketForRun,
  openMarketStore,
  qualityForRun,
  qualityOfColumns,
  qualityOfMarkets,
  readColumns,
  type RunMarket,
  type RunQuality,
  type SeriesInterval,
  type SpreadChoice,
  type SpreadModel,
  writeColumns,
} from '@tradeloom/market-data'
import { marketFolder } from './data-folder.ts'
import { fileNotes } from './file-notes.ts'
import { type IntrabarTickOptions, readIntrabarTicks } from './intrabar-tick-files.ts'
import type { BacktestOptions, BacktestSettings } from './options/parse-backtest-options.ts'
import { type FileColumns, type OtherMarketOptions, readOtherMarkets } from './other-market-files.ts'
import { instrumentOfFile } from './options/instrument-of-file.ts'
import { noMarketData } from './no-market-data.ts'
import { parseMapping } from './options/parse-mapping.ts'
import { removeOnInterrupt } from './remove-on-interrupt.ts'
import { readTableFile } from './read-table-file.ts'

/** The options that choose the prices of a run. */
export type MarketOptions = BacktestOptions &
  IntrabarTickOptions &
  OtherMarketOptions & {
    /** CSV file of the spread by hour of the week, for data with one price only. */
    readonly spreadFile?: string
  }

export interface TerminalSeries {
  readonly instrumentId: string
  readonly columnsFile: ColumnsFile
}

/** The prices of one run and their location; `close` removes what was created for this run. */
export interface TerminalMarket {
  readonly instrument: Instrument
  /** Other instruments that the script trades. */
  readonly markets: readonly Pick<RunMarket['markets'][number], 'instrument' | 'closures'>[]
  readonly conversions: readonly Instrument[]
  readonly series: readonly TerminalSeries[]
  /** Intervals of bars longer than a minute, by instrument. */
  readonly barIntervals: Readonly<Record<string, BarInterval>>
  /** Ticks of the traded instrument that resolve minutes where bars alone are ambiguous. */
  readonly intrabarTicks: TerminalSeries | null
  /** Known closures of the market in the period. */
  readonly closures: readonly Closure[]
  readonly start: number
  readonly end: number
  /** Folder that runners must be able to read. */
  readonly columnsDir: string
  readonly notes: readonly string[]
  /** Data quality of the traded instrument in the period. */
  readonly quality: RunQuality
  /** The same for the other markets, in order. */
  readonly otherQualities: readonly MarketQuality[]
  close(): Promise<void>
}

/** Swap and funding rates belong to one instrument, so the run's rates do not apply to the other markets. */
export function withoutFinancing({ instrument, closures }: TerminalMarket['markets'][number]): MarketSpec {
  return { instrument, closures, swap: null, funding: null }
}

/** Where the prices of runs over imported data lie. */
export function importedColumns(data: string | undefined): string {
  return openMarketStore(marketFolder(data)).columnsDir
}

/**
 * Imported data with `--instrument`, or files directly with `--file` and `--format`. `onFolder` is called as soon as it is
 * known where the prices of the run will lie.
 */
export async function terminalMarket(
  options: MarketOptions,
  settings: BacktestSettings,
  markets: readonly string[] = [],
  onFolder: (columnsDir: string) => void = () => {},
): Promise<TerminalMarket> {
  if (options.file !== undefined) return marketOfFiles(options, options.file, settings, markets, onFolder)
  if (options.market !== undefined)
    throw new UserError(
      'invalid-input',
      '--market requires --file; imported data of other markets is used automatically',
    )
  if (options.intrabarTicks !== undefined)
    throw new UserError('invalid-input', '--intrabar-ticks requires --file; imported ticks are used automatically')
  if (options.instrument === undefined)
    throw new UserError('invalid-input', 'Pass --instrument SYMBOL:BROKER, or --file with --format')
  const lost = (['format', 'timezone', 'mapping', 'symbol'] as const).find((name) => options[name] !== undefined)
  if (lost !== undefined)
    throw new UserError('invalid-input', `--${lost} requires --file: imported data needs no format`)
  return importedMarket(options, options.instrument, settings, markets, onFolder)
}

async function importedMarket(
  options: MarketOptions,
  instrumentId: string,
  settings: BacktestSettings,
  markets: readonly string[],
  onFolder: (columnsDir: string) => void,
): Promise<TerminalMarket> {
  const store = openMarketStore(marketFolder(options.data))
  onFolder(store.columnsDir)
  const known = await store.instrument(instrumentId)
  if (known === null) {
    const ids = (await store.instruments()).map(({ id }) => id).join(', ')
    throw new UserError('invalid-input', noMarketData(instrumentId, ids))
  }
  const ticks = known.series.filter(({ interval }) => interval === 'Tick')
  const spans = settings.resolution === 0 ? ticks : barSpans(known.series)
  const start = settings.from ?? spans[0]?.first ?? 0
  const rows = settings.resolution === 0 ? 'Tick' : barIntervalFor(known.series, start)
  const range = spans.filter(({ interval }) => interval === rows)
  const end = settings.to ?? Math.max(...range.map(({ last }) => last)) + barMs(rows)
  const { resolution } = settings
  const data = availableData(known, resolution)
  const problem = dataProblem({ market: known.id, calendar: known.calendar, resolution, start, end, data, day })
  // Damaged months are not reported as missing.
  const isDamaged = known.series.some(({ damaged }) => damaged.length > 0)
  if (problem !== null && !isDamaged) throw new UserError('no-data', problem.message)
  const market = await marketForRun(store, {
    instrumentId: known.id,
    resolution,
    start,
    end,
    accountCurrency: settings.accountCurrency,
    markets,
    ...(await spreadChoice(options, settings)),
  })
  const source = market.series[0]?.columnsFile.spreadModel.source
  refuseSpread(options, source)
  const price = source === 'both' ? 'quote' : 'trade'
  const quality = await qualityForRun(store, { instrumentId: known.id, interval: market.interval, start, end, price })
  const otherQualities = await qualityOfMarkets(store, market, { start, end })
  return { ...market, start, end, columnsDir: store.columnsDir, quality, otherQualities, close: async () => {} }
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Length of the last row, at least a minute. */
function barMs(interval: SeriesInterval | null): number {
  return interval !== null && isBarInterval(interval) ? Math.max(INTERVALS[interval].ms, 60_000) : 60_000
}

/** The spread to add to data with one price; zero unless requested. */
async function spreadChoice({ spreadFile }: MarketOptions, { spreadPips }: BacktestSettings): Promise<SpreadChoice> {
  if (spreadFile !== undefined && spreadPips !== null)
    throw new UserError('invalid-input', 'Pass --spread or --spread-file, not both')
  if (spreadFile !== undefined) return { spreadByHour: await readTableFile(spreadFile, readSpreadByHour) }
  return spreadPips === null ? {} : { spreadPips }
}

/** Quotes have their own spread, so an option for it would be silently ignored. */
function refuseSpread({ spread, spreadFile }: MarketOptions, source: SpreadModel['source'] | undefined): void {
  if (source !== 'both' || (spread === undefined && spreadFile === undefined)) return
  const option = spread === undefined ? '--spread-file' : '--spread'
  throw new UserError('invalid-input', `${option} is for data with one price; this data has bid and ask`)
}

function readOwnFiles(
  { format, instrument, timezone, symbol, mapping }: MarketOptions,
  files: readonly string[],
  spread: SpreadChoice,
): Promise<FileColumns> {
  if (format === undefined) throw new UserError('invalid-input', '--file needs --format')
  return readColumns({
    files,
    format,
    instrument: instrument ?? instrumentOfFile(files[0] ?? ''),
    ...(timezone === undefined ? {} : { timezone }),
    ...(symbol === undefined ? {} : { symbol }),
    mapping: parseMapping(mapping),
    ...spread,
  })
}

async function marketOfFiles(
  options: MarketOptions,
  files: readonly string[],
  settings: BacktestSettings,
  markets: readonly string[],
  onFolder: (columnsDir: string) => void,
): Promise<TerminalMarket> {
  const spread = await spreadChoice(options, settings)
  const { instrument, columns, interval, spreadModel, report } = await readOwnFiles(options, files, spread)
  refuseSpread(options, spreadModel.source)
  const wanted = settings.resolution === 0 ? 'tick' : 'bar'
  const isShort = isBarInterval(interval) ? INTERVALS[interval].ms < 60_000 : interval === 'S1'
  if (columns.kind !== wanted || (wanted === 'bar' && isShort))
    throw new UserError(
      'invalid-input',
      `--resolution ${options.resolution} does not fit: the files contain ${interval} data`,
    )
  const start = settings.from ?? columns.time[0] ?? 0
  const end = settings.to ?? (columns.time.at(-1) ?? 0) + barMs(interval)
  if (end <= start)
    throw new UserError(
      'invalid-input',
      `The files contain nothing from ${isoMinute(start)} on: they end at ${isoMinute(end)}`,
    )
  if (options.intrabarTicks !== undefined && wanted === 'tick')
    throw new UserError('invalid-input', '--intrabar-ticks requires --resolution minute: nothing is finer than ticks')
  const ticks = await readIntrabarTicks(options, { instrument, source: spreadModel.source, spread, start, end })
  const others = await readOtherMarkets(options, markets, instrument, spread)
  for (const other of others) refuseOtherMarket(other, columns.kind, { start, end })
  const store = openMarketStore(marketFolder(options.data))
  const closuresOf = async (one: Instrument) => (await store.closures(one, start, end)).closures
  const traded = [instrument, ...others.map((other) => other.instrument)]
  const conversions = await findConversions(
    { instrument: async (id) => traded.find((one) => one.id === id) ?? null },
    traded,
    settings.accountCurrency,
  )
  const closures = await closuresOf(instrument)
  const columnsDir = await mkdtemp(join(tmpdir(), 'tradeloom-run-'))
  const forget = removeOnInterrupt(columnsDir)
  // Runners may be other users.
  await chmod(columnsDir, 0o755)
  onFolder(columnsDir)
  const keep = async (name: string, values: MarketColumns, { id } = instrument): Promise<TerminalSeries> => ({
    instrumentId: id,
    columnsFile: await writeColumns(join(columnsDir, name), values),
  })
  const otherMarkets = await Promise.all(
    others.map(async (other) => ({ ...other, closures: await closuresOf(other.instrument) })),
  )
  return {
    instrument,
    markets: otherMarkets,
    conversions,
    series: [
      await keep('columns', columns),
      ...(await Promise.all(others.map((other, i) => keep(`market-${i}`, other.columns, other.instrument)))),
    ],
    barIntervals: barIntervalsOf([{ instrument, interval }, ...others]),
    intrabarTicks: ticks && (await keep('intrabar', ticks.columns)),
    closures,
    start,
    end,
    columnsDir,
    quality: qualityOfColumns(columns, interval, instrument, { start, end, closures }),
    otherQualities: otherMarkets.map((other) => qualityOfFiles(other, { start, end })),
    notes: notesOf([
      ...[report, ...others.map((other) => other.report), ...(ticks ? [ticks.report] : [])].flatMap(fileNotes),
      spreadModel.text,
      ...others.map((other) => other.spreadModel.text),
      ticks?.note ?? '',
    ]),
    close: async () => {
      await rm(columnsDir, { recursive: true, force: true })
      forget()
    },
  }
}

function barIntervalsOf(files: readonly Pick<FileColumns, 'instrument' | 'interval'>[]): Record<string, BarInterval> {
  const long = files.filter(({ interval }) => barMs(interval) > 60_000)
  return Object.fromEntries(long.map(({ instrument, interval }) => [instrument.id, interval as BarInterval]))
}

function qualityOfFiles(
  { instrument, columns, interval, closures }: FileColumns & { readonly closures: readonly Closure[] },
  period: { readonly start: number; readonly end: number },
): MarketQuality {
  return { ...qualityOfColumns(columns, interval, instrument, { ...period, closures }), instrumentId: instrument.id }
}

/** Equal notes of several series appear once. */
function notesOf(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}

/** Other markets need rows of the same kind, some of them in the period of the run. */
function refuseOtherMarket(
  { instrument, columns, interval }: Awaited<ReturnType<typeof readOtherMarkets>>[number],
  kind: MarketColumns['kind'],
  { start, end }: { readonly start: number; readonly end: number },
): void {
  if (columns.kind !== kind)
    throw new UserError(
      'invalid-input',
      `--market ${instrument.id}: the files contain ${interval} data, unlike those of the run`,
    )
  if (!columns.time.some((time) => time >= start && time < end))
    throw new UserError(
      'invalid-input',
      `--market ${instrument.id}: the files contain nothing from ${isoMinute(start)} to ${isoMinute(end)}`,
    )
}

function isoMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`
}
