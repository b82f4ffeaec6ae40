import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Instrument } from '@tradeloom/domain'

import {
  type ClosuresOf,
  instrumentFolder,
  type InstrumentFile,
  monthPath,
  names,
  readInstrumentFile,
  writeInstrumentFile,
} from './instrument-folder.ts'
import { onDisk } from './disk-error.ts'
import { type Coverage, mergeTables, type MergeResult, sameValues } from './merge-tables.ts'
import { type Market, readMonth, readMonthRecord, writeMonth } from './month-file.ts'
import { type PriceSource, seriesFolder, type SeriesInterval, type SeriesTable, splitMonths } from './series.ts'
import { withWriterLock } from './writer-lock.ts'
import { MarketDataError } from './market-data-error.ts'

/** Rows of one series of one instrument, in order of time, that are to be kept. */
export interface Batch {
  readonly instrument: Instrument
  readonly table: SeriesTable
  /** Which price a one-price series holds. */
  readonly source: PriceSource | 'both'
  /** What the files cover, one entry each; matters for ticks. */
  readonly coverage: readonly Coverage[]
  /** Months whose rows must not be applied. */
  readonly refused?: ReadonlySet<string>
  /** By month: rows that were taken out because another had the same time. */
  readonly droppedDuplicates?: ReadonlyMap<string, number>
}

export interface MonthOutcome {
  readonly month: string
  readonly interval: SeriesInterval
  /** Rows of the batch in this month. */
  readonly rows: number
  readonly status: 'written' | 'unchanged' | 'refused'
  readonly imported: number
  readonly unchanged: number
  readonly replaced: number
}

export interface PutOptions {
  readonly onMonth?: (done: number, of: number) => void
  readonly signal?: AbortSignal
}

/**
 * Merges a batch into the market folder, month by month; each month is replaced as a whole or left as it was.
 * Throws MarketDataError when the series there holds another kind of price, and when the folder cannot be written.
 */
export async function putBatch(
  marketDir: string,
  batch: Batch,
  closuresOf: ClosuresOf,
  options: PutOptions = {},
): Promise<MonthOutcome[]> {
  const folder = instrumentFolder(marketDir, batch.instrument.id)
  const months = splitMonths(batch.table)
  // A market of which nothing is kept does not appear in the store.
  if (months.every(({ month }) => batch.refused?.has(month) === true)) {
    return months.map(({ month, table }) => refusedMonth(month, table))
  }
  return onDisk(folder, async () => {
    await mkdir(folder, { recursive: true })
    return withWriterLock(join(folder, '.lock'), () => putMonths(folder, months, batch, closuresOf, options))
  })
}

async function putMonths(
  folder: string,
  months: ReturnType<typeof splitMonths>,
  batch: Batch,
  closuresOf: ClosuresOf,
  options: PutOptions,
): Promise<MonthOutcome[]> {
  await keepInstrument(folder, batch)
  const market = { instrument: batch.instrument, closures: await closuresOf(batch.instrument) }
  const outcomes: MonthOutcome[] = []
  for (const { month, table } of months) {
    options.signal?.throwIfAborted()
    outcomes.push(await putMonth(folder, month, table, batch, market))
    options.onMonth?.(outcomes.length, months.length)
  }
  return outcomes
}

async function keepInstrument(folder: string, batch: Batch): Promise<void> {
  const series = seriesFolder(batch.table.key)
  const known = await readInstrumentFile(folder)
  const source = known?.sources[series]
  if (source && batch.source !== 'both' && source !== batch.source) {
    throw new MarketDataError(
      `${batch.instrument.id} already has ${batch.table.key.interval} data of one price (${source}); ` +
        `${batch.source} prices cannot be mixed in. Import them under another broker name`,
    )
  }
  if (known && (batch.source === 'both' || source)) return
  const file: InstrumentFile = {
    instrument: known?.instrument ?? batch.instrument,
    sources: { ...known?.sources, ...(batch.source === 'both' ? {} : { [series]: batch.source }) },
  }
  await writeInstrumentFile(folder, file)
}

function refusedMonth(month: string, { key, rows }: SeriesTable): MonthOutcome {
  return { month, interval: key.interval, rows, status: 'refused', imported: 0, unchanged: 0, replaced: 0 }
}

async function putMonth(
  folder: string,
  month: string,
  table: SeriesTable,
  batch: Batch,
  market: Market,
): Promise<MonthOutcome> {
  if (batch.refused?.has(month) === true) return refusedMonth(month, table)
  const outcome = { month, interval: table.key.interval, rows: table.rows }
  const path = monthPath(folder, table.key, month)
  await mkdir(dirname(path), { recursive: true })
  await removeLeftovers(path)
  const existing = (await exists(path)) ? await readMonth(path, table.key) : null
  const merged: MergeResult = existing
    ? mergeTables(existing, table, batch.coverage)
    : { table, imported: table.rows, unchanged: 0, replaced: 0 }
  const { imported, unchanged, replaced } = merged
  if (existing && sameValues(existing, merged.table)) {
    return { ...outcome, status: 'unchanged', imported, unchanged, replaced }
  }
  // Rows that are replaced take what was said of them along; further rows add what is said of theirs.
  const before = existing && replaced === 0 ? await readMonthRecord(path, month, table.key, market) : null
  const dropped = (before?.droppedDuplicates ?? 0) + (batch.droppedDuplicates?.get(month) ?? 0)
  await writeMonth(path, month, merged.table, market, dropped)
  return { ...outcome, status: 'written', imported, unchanged, replaced }
}

/** Temporary files of a writer that died; the caller is the one writer now. */
async function removeLeftovers(path: string): Promise<void> {
  for (const name of await names(dirname(path))) {
    if (name.endsWith('.tmp')) await rm(join(dirname(path), name), { force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
