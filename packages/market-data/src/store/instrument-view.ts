import { join } from 'node:path'

import type { Closure, Instrument } from '@tradeloom/domain'

import { joinMonths } from '../quality/series-quality.ts'
import { readSettled } from './folder-switch.ts'
import {
  type ClosuresOf,
  instrumentFolder,
  type InstrumentSummary,
  type KeptMonth,
  names,
  readInstrumentFile,
  readMonthRecords,
  type SeriesSummary,
  sourceOf,
} from './instrument-folder.ts'
import { isInstrumentId } from './instrument-id.ts'
import { foldersOf, type Layers } from './layers.ts'
import type { Market } from './month-file.ts'
import { compareSeries, monthRange, parseSeriesFolder, type PriceSource, type SeriesKey } from './series.ts'

/** Folder for grades of shared months that depend on a user's own holidays. */
export const GRADES = '.grades'

/** Every instrument with data in one of `folders`, by broker and symbol, as the view shows it. */
export async function listInstruments(
  layers: Layers,
  closuresOf: ClosuresOf,
  folders = foldersOf(layers),
): Promise<InstrumentSummary[]> {
  const found: InstrumentSummary[] = []
  for (const broker of await partsIn(folders)) {
    for (const symbol of await partsIn(folders.map((folder) => join(folder, broker)))) {
      const id = `${symbol}:${broker}`
      const summary = isInstrumentId(id) ? await readInstrument(layers, id, closuresOf) : null
      if (summary) found.push(summary)
    }
  }
  return found
}

/**
 * Skips hidden folders (the cache, locks, private data) and folders that a person put there under another kind of name.
 */
async function partsIn(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(folders.map(names))
  return [...new Set(found.flat())].filter((name) => /^[A-Z0-9][A-Z0-9._-]*$/.test(name)).sort()
}

/** The folders in which a view stores one instrument. */
export function instrumentFolders(layers: Layers, id: string): readonly string[] {
  return foldersOf(layers).map((folder) => instrumentFolder(folder, id))
}

/** Everything stored of one instrument in a view; null if there is nothing. */
export function readInstrument(layers: Layers, id: string, closuresOf: ClosuresOf): Promise<InstrumentSummary | null> {
  return readSettled(instrumentFolders(layers, id), () => readInstrumentOnce(layers, id, closuresOf))
}

async function readInstrumentOnce(
  layers: Layers,
  id: string,
  closuresOf: ClosuresOf,
): Promise<InstrumentSummary | null> {
  const { shared, own } = layers
  const sharedFolder = instrumentFolder(shared, id)
  const ownFolder = own === null ? null : instrumentFolder(own, id)
  const sharedFile = await readInstrumentFile(sharedFolder)
  const ownFile = ownFolder === null ? null : await readInstrumentFile(ownFolder)
  const file = sharedFile ?? ownFile
  if (!file) return null
  const { instrument } = file
  const closures = await closuresOf(instrument)
  const read = async (folder: string, key: SeriesKey, isPrivate: boolean): Promise<Kept> => {
    const market = marketOf(layers, instrument, closures, isPrivate)
    const isSourceKnown = sourceOf(isPrivate ? ownFile : sharedFile, key) !== null
    const { months, damaged } = await readMonthRecords(folder, key, market, isSourceKnown)
    return { months: months.map((month) => ({ ...month, isPrivate })), damaged }
  }
  const series: SeriesSummary[] = []
  for (const key of await keysIn(ownFolder === null ? [sharedFolder] : [sharedFolder, ownFolder])) {
    const mine = ownFolder === null ? NOTHING : await read(ownFolder, key, true)
    const hasOwn = mine.months.length > 0 || mine.damaged.length > 0
    const isAlone = hasOwn && sourceOf(ownFile, key) !== sourceOf(sharedFile, key)
    const kept = overlay(isAlone ? NOTHING : await read(sharedFolder, key, false), mine)
    const source = sourceOf(hasOwn ? ownFile : sharedFile, key) ?? 'trade'
    const summary = summarize(key, source, kept, { instrument, closures })
    if (summary) series.push(summary)
  }
  if (series.length === 0) return null
  // A user's own prices are not simulated prices.
  const isMixed = series.some((one) => one.months.some(({ isPrivate }) => isPrivate))
  return { ...instrument, simulated: instrument.simulated && !isMixed, series }
}

/** How a month of a view is graded; the effect of a user's own holidays on shared months stays with that user. */
export function marketOf(
  { own }: Layers,
  instrument: Instrument,
  closures: readonly Closure[],
  isPrivate: boolean,
): Market {
  if (own === null || isPrivate) return { instrument, closures }
  return { instrument, closures, gradesAside: instrumentFolder(join(own, GRADES), instrument.id) }
}

async function keysIn(folders: readonly string[]): Promise<SeriesKey[]> {
  const found = new Set((await Promise.all(folders.map(names))).flat())
  const keys = [...found].map(parseSeriesFolder).filter((key) => key !== null)
  return keys.sort(compareSeries)
}

/** The months of a series; the names of damaged ones. */
interface Kept {
  readonly months: readonly KeptMonth[]
  readonly damaged: readonly string[]
}

const NOTHING: Kept = { months: [], damaged: [] }

/** A user's own month replaces the shared one as a whole: rows of different origins are never mixed. */
function overlay(shared: Kept, own: Kept): Kept {
  const ownNames = new Set([...own.months.map(({ month }) => month), ...own.damaged])
  const months = [...shared.months.filter(({ month }) => !ownNames.has(month)), ...own.months]
  return {
    months: months.sort((a, b) => (a.month < b.month ? -1 : 1)),
    damaged: [...shared.damaged.filter((month) => !ownNames.has(month)), ...own.damaged].sort(),
  }
}

function summarize(
  key: SeriesKey,
  source: PriceSource | 'both',
  { months, damaged }: Kept,
  { instrument, closures }: Market,
): SeriesSummary | null {
  const ends = months.length > 0 ? months : damaged.map(wholeMonth)
  const first = ends[0]
  const last = ends.at(-1)
  if (!first || !last) return null
  return {
    ...key,
    source,
    rows: months.reduce((sum, month) => sum + month.rows, 0),
    first: first.first,
    last: last.last,
    months,
    damaged,
    quality: joinMonths(months, key.interval, { calendar: instrument.calendar, closures }),
  }
}

function wholeMonth(month: string): { readonly first: number; readonly last: number } {
  const { start, end } = monthRange(month)
  return { first: start, last: end - 1 }
}
