import { UserError } from '@tradeloom/domain'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

import type { Instrument } from '@tradeloom/domain'

import { isDamage } from './damaged-month.ts'
import { onDisk } from './disk-error.ts'
import { addedBytes } from './folder-bytes.ts'
import { beginStaging, dropStaging, switchStaging, withFolderLock } from './folder-switch.ts'
import {
  type ClosuresOf,
  instrumentFolder,
  listMonths,
  monthPath,
  readInstrumentFile,
  writeInstrumentFile,
} from './instrument-folder.ts'
import { stageReceipt } from './import-receipt.ts'
import { type Coverage, mergeTables, type MergeResult, sameValues } from './merge-tables.ts'
import { type Market, pastOf, readMonth, readMonthRecord, writeMonth } from './month-file.ts'
import { hashTable } from './parquet-month.ts'
import {
  type PriceSource,
  seriesFolder,
  type SeriesInterval,
  type SeriesKey,
  type SeriesTable,
  splitMonths,
} from './series.ts'

/** Rows of one series of one instrument, in time order, to be stored. */
export interface Batch {
  readonly instrument: Instrument
  readonly table: SeriesTable
  /** Which price a one-price series has. */
  readonly source: PriceSource | 'both'
  /** What each file covers; relevant for ticks. */
  readonly coverage: readonly Coverage[]
  /** Months whose rows must not be applied. */
  readonly refused?: ReadonlySet<string>
  /** By month: rows that were removed because another had the same time. */
  readonly droppedDuplicates?: ReadonlyMap<string, number>
  /** The venue that the rows were fetched from. */
  readonly venue?: string
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
  /** Called before the commit with the growth in disk usage; if it throws, nothing changes. */
  readonly onGrowth?: (bytes: number) => Promise<void>
  /** Committed atomically with the data, so that it is known later whether this import committed. */
  readonly receipt?: { readonly id: string; readonly text: (outcomes: readonly MonthOutcome[][]) => string }
}

/**
 * Merges batches of one instrument into the market folder: all of their months change atomically. Returns the months of
 * each batch. Throws UserError, with nothing changed, if an existing series has another kind of price, or if the
 * folder cannot be written to.
 */
export async function putBatches(
  marketDir: string,
  batches: readonly Batch[],
  closuresOf: ClosuresOf,
  options: PutOptions = {},
): Promise<MonthOutcome[][]> {
  const [first] = batches
  const parts = batches.map((batch) => ({ batch, months: splitMonths(batch.table) }))
  // A market of which nothing is stored does not appear in the store.
  if (!first || parts.every(({ batch, months }) => months.every(({ month }) => batch.refused?.has(month) === true))) {
    return parts.map(({ months }) => months.map(({ month, table }) => refusedMonth(month, table)))
  }
  const folder = instrumentFolder(marketDir, first.instrument.id)
  return onDisk(folder, async () => {
    await mkdir(folder, { recursive: true })
    return withFolderLock(folder, () => putParts(folder, parts, closuresOf, options))
  })
}

type Part = { readonly batch: Batch; readonly months: ReturnType<typeof splitMonths> }

async function putParts(
  folder: string,
  parts: readonly Part[],
  closuresOf: ClosuresOf,
  { onMonth, signal, receipt, onGrowth }: PutOptions,
): Promise<MonthOutcome[][]> {
  const staging = await beginStaging(folder)
  try {
    let isChanged = await stageInstrument(folder, staging, parts)
    const of = parts.reduce((sum, { months }) => sum + months.length, 0)
    const outcomes: MonthOutcome[][] = []
    let done = 0
    for (const { batch, months } of parts) {
      const market = { instrument: batch.instrument, closures: await closuresOf(batch.instrument) }
      const own: MonthOutcome[] = []
      for (const { month, table } of months) {
        signal?.throwIfAborted()
        own.push(await stageMonth({ folder, staging }, month, table, batch, market))
        done += 1
        onMonth?.(done, of)
      }
      outcomes.push(own)
      isChanged ||= own.some(({ status }) => status === 'written')
    }
    if (receipt) await stageReceipt(staging, receipt.id, receipt.text(outcomes))
    if (isChanged) {
      await onGrowth?.(await addedBytes(staging, folder))
      await switchStaging(folder, signal)
    }
    return outcomes
  } finally {
    // Nothing is left after a switch; whatever cannot be deleted now is deleted by the next writer.
    await dropStaging(folder).catch(() => undefined)
  }
}

/** Returns whether the description of the instrument changes. */
async function stageInstrument(folder: string, staging: string, parts: readonly Part[]): Promise<boolean> {
  const known = await readInstrumentFile(folder)
  const sources = { ...known?.sources }
  let isChanged = false
  for (const { batch } of parts) {
    const series = seriesFolder(batch.table.key)
    // The description of a series that no longer exists does not matter.
    const source = (await listMonths(folder, batch.table.key)).length > 0 ? sources[series] : undefined
    if (batch.source === 'both') continue
    if (source && source !== batch.source) {
      throw new UserError(
        'no-data',
        `${batch.instrument.id} already has ${batch.table.key.interval} data of one price (${source}); ` +
          `${batch.source} prices cannot be mixed in. Import them under another broker name`,
      )
    }
    isChanged ||= sources[series] !== batch.source
    sources[series] = batch.source
  }
  if (known && !isChanged) return false
  const [first] = parts as [Part, ...Part[]]
  await writeInstrumentFile(staging, { instrument: known?.instrument ?? first.batch.instrument, sources })
  return true
}

function refusedMonth(month: string, { key, rows }: SeriesTable): MonthOutcome {
  return { month, interval: key.interval, rows, status: 'refused', imported: 0, unchanged: 0, replaced: 0 }
}

async function stageMonth(
  { folder, staging }: { readonly folder: string; readonly staging: string },
  month: string,
  table: SeriesTable,
  batch: Batch,
  market: Market,
): Promise<MonthOutcome> {
  if (batch.refused?.has(month) === true) return refusedMonth(month, table)
  const outcome = { month, interval: table.key.interval, rows: table.rows }
  const path = monthPath(folder, table.key, month)
  const existing = await existingMonth(path, month, table.key, market)
  const merged: MergeResult = existing
    ? mergeTables(existing, table, batch.coverage)
    : { table, imported: table.rows, unchanged: 0, replaced: 0 }
  const { imported, unchanged, replaced } = merged
  if (existing && sameValues(existing, merged.table)) {
    return { ...outcome, status: 'unchanged', imported, unchanged, replaced }
  }
  const before = existing ? await readMonthRecord(path, month, table.key, market) : null
  // Replaced rows take their history along; additional rows add to it.
  const kept = replaced === 0 ? (before?.droppedDuplicates ?? 0) : 0
  const droppedDuplicates = kept + (batch.droppedDuplicates?.get(month) ?? 0)
  const past = pastOf({ droppedDuplicates, venue: batch.venue ?? before?.venue })
  const staged = monthPath(staging, table.key, month)
  await mkdir(dirname(staged), { recursive: true })
  await writeMonth(staged, month, merged.table, market, past)
  return { ...outcome, status: 'written', imported, unchanged, replaced }
}

/** Null if there is none, or if it is damaged: then the import replaces it. */
async function existingMonth(path: string, month: string, key: SeriesKey, market: Market): Promise<SeriesTable | null> {
  if (!(await exists(path))) return null
  try {
    const { contentHash } = await readMonthRecord(path, month, key, market)
    const table = await readMonth(path, key)
    return hashTable(table) === contentHash ? table : null
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
