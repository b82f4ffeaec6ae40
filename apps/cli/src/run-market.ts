import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Instrument } from '@tradeloom/domain'
import { type ColumnsFile, marketForRun, openMarketStore, readColumns, writeColumns } from '@tradeloom/market-data'
import { marketFolder } from './data-folder.ts'
import { InputError } from './input-error.ts'
import type { BacktestOptions, BacktestSettings } from './options/parse-backtest-options.ts'
import { instrumentOfFile } from './options/instrument-of-file.ts'
import { parseMapping } from './options/parse-mapping.ts'

/** The prices of one run and where they lie; `close` removes what was made for it alone. */
export interface TerminalMarket {
  readonly instrument: Instrument
  readonly conversions: readonly Instrument[]
  readonly series: readonly { readonly instrumentId: string; readonly columnsFile: ColumnsFile }[]
  readonly start: number
  readonly end: number
  /** Folder that runners have to read. */
  readonly columnsDir: string
  readonly notes: readonly string[]
  close(): Promise<void>
}

/** Imported data with `--instrument`, or files as they are with `--file` and `--format`. */
export async function terminalMarket(options: BacktestOptions, settings: BacktestSettings): Promise<TerminalMarket> {
  if (options.file !== undefined) return marketOfFiles(options, options.file, settings)
  if (options.instrument === undefined) throw new InputError('Say --instrument SYMBOL:BROKER, or --file with --format')
  return importedMarket(options, options.instrument, settings)
}

async function importedMarket(
  options: BacktestOptions,
  instrumentId: string,
  settings: BacktestSettings,
): Promise<TerminalMarket> {
  const store = openMarketStore(marketFolder(options.data))
  const known = await store.instrument(instrumentId)
  if (known === null) {
    const ids = (await store.instruments()).map(({ id }) => id).join(', ')
    throw new InputError(
      `There is no market data of ${instrumentId}. There is ${ids || 'none at all: import some first'}`,
    )
  }
  const kinds = settings.resolution === 0 ? ['Tick'] : ['M1', 'S30', 'S15', 'S5', 'S1', 'Tick']
  const ranges = known.series.filter(({ interval }) => kinds.includes(interval))
  const start = settings.from ?? Math.min(...ranges.map(({ first }) => first))
  const end = settings.to ?? Math.max(...ranges.map(({ last }) => last)) + 60_000
  const market = await marketForRun(store, {
    instrumentId: known.id,
    resolution: settings.resolution,
    start,
    end,
    accountCurrency: 'USD',
    ...(settings.spreadPips === null ? {} : { spreadPips: settings.spreadPips }),
  })
  return { ...market, start, end, columnsDir: store.columnsDir, close: async () => {} }
}

async function marketOfFiles(
  options: BacktestOptions,
  files: readonly string[],
  settings: BacktestSettings,
): Promise<TerminalMarket> {
  if (options.format === undefined) throw new InputError('--file needs --format')
  const { instrument, columns, interval, spreadModel } = await readColumns({
    files,
    format: options.format,
    instrument: options.instrument ?? instrumentOfFile(files[0] ?? ''),
    ...(options.timezone === undefined ? {} : { timezone: options.timezone }),
    mapping: parseMapping(options.mapping),
    ...(settings.spreadPips === null ? {} : { spreadPips: settings.spreadPips }),
  })
  const wanted = settings.resolution === 0 ? 'tick' : 'bar'
  if (columns.kind !== wanted || (wanted === 'bar' && interval !== 'M1'))
    throw new InputError(`--resolution ${options.resolution} does not fit: the files hold ${interval} data`)
  const { time } = columns
  const columnsDir = await mkdtemp(join(tmpdir(), 'tradeloom-run-'))
  // Runners may be other users.
  await chmod(columnsDir, 0o755)
  const columnsFile = await writeColumns(join(columnsDir, 'columns'), columns)
  return {
    instrument,
    conversions: [],
    series: [{ instrumentId: instrument.id, columnsFile }],
    start: settings.from ?? time[0] ?? 0,
    end: settings.to ?? (time.at(-1) ?? 0) + 60_000,
    columnsDir,
    notes: spreadModel.text === '' ? [] : [spreadModel.text],
    close: () => rm(columnsDir, { recursive: true, force: true }),
  }
}
