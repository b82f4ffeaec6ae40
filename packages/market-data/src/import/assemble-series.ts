import { type Coverage, mergeTables } from '../store/merge-tables.ts'
import {
  compareSeries,
  concatTables,
  type SeriesInterval,
  type SeriesKey,
  seriesMs,
  type SeriesTable,
} from '../store/series.ts'
import { areShorterThan, detectInterval, otherInterval } from './detect-interval.ts'
import { ImportError } from './import-error.ts'
import { type OrderedFile, orderRows, rowOrigin } from './order-rows.ts'
import { isBidOf, pairSides } from './pair-sides.ts'
import type { Problems } from './problems.ts'
import type { ParsedFile, RowSource } from './parsed-rows.ts'

/** All rows of one series in an import. */
export interface AssembledSeries {
  readonly table: SeriesTable
  readonly source: RowSource
  readonly coverage: readonly Coverage[]
  /** Bars that were dropped because another had the same time. */
  readonly duplicates: number
  /** Those of them within one file, by month. */
  readonly duplicateMonths: ReadonlyMap<string, number>
}

interface Group {
  readonly key: SeriesKey
  readonly source: RowSource
  readonly files: OrderedFile[]
}

/** Combines the rows of all files by interval and kind of price, and pairs bid files with ask files. */
export function assembleSeries(
  files: readonly ParsedFile[],
  options: { readonly isPaired: boolean; readonly interval: SeriesInterval | null },
  problems: Problems,
): AssembledSeries[] {
  const intervals = fileIntervals(files, options.interval, problems)
  const groups = new Map<string, Group>()
  for (const [number, file] of files.entries()) {
    const key: SeriesKey = {
      interval: intervals[number] as SeriesInterval,
      price: file.source === 'both' ? 'quote' : 'trade',
    }
    const name = `${key.interval} ${file.source}`
    const group = groups.get(name) ?? { key, source: file.source, files: [] }
    groups.set(name, group)
    group.files.push(orderRows(file, key, number, problems))
  }
  const split = [...groups.values()].flatMap((group) => (options.isPaired ? splitUnnamedPair(group) : [group]))
  refuseMixedSides(split)
  const series: AssembledSeries[] = []
  for (const group of split.filter((one) => one.source !== 'ask' || !partner(split, one, 'bid'))) {
    const ask = group.source === 'bid' ? partner(split, group, 'ask') : undefined
    series.push(ask ? paired(group, ask, files, problems) : joined(group, problems))
  }
  return series.sort((a, b) => b.table.rows - a.table.rows || compareSeries(a.table.key, b.table.key))
}

/** Bid ticks, ask ticks and trades would become one series of prices. Only bars of both sides have a partner. */
function refuseMixedSides(groups: readonly Group[]): void {
  const first = new Map<string, Group>()
  for (const group of groups) {
    const isPair = partner(groups, group, 'bid') !== undefined && partner(groups, group, 'ask') !== undefined
    if (isPair && group.source !== 'trade') continue
    const name = `${group.key.interval} ${group.key.price}`
    const other = first.get(name)
    first.set(name, other ?? group)
    const [own, its] = [group.files[0]?.file.file ?? '', other?.files[0]?.file.file ?? '']
    if (other !== undefined) {
      const text = `has ${group.source} prices, but ${its} has ${other.source} prices of the same ${group.key.interval} series`
      throw new ImportError(`${text}; import one of them`, own)
    }
  }
}

function partner(groups: readonly Group[], { key }: Group, source: RowSource): Group | undefined {
  if (key.interval === 'Tick') return undefined
  return groups.find((one) => one.source === source && one.key.interval === key.interval)
}

/** The stated or detected interval of each file; a file with too few rows is assumed to match the others. */
function fileIntervals(
  files: readonly ParsedFile[],
  said: SeriesInterval | null,
  problems: Problems,
): SeriesInterval[] {
  const seen = files.map((file) => {
    if (file.shape === 'tick') return 'Tick'
    const time = file.columns[0] as Float64Array
    const stated = file.interval ?? said
    if (stated !== null) refuseShorter(stated, time, file.file)
    return stated ?? detectInterval(time)
  })
  const usual = seen.find((interval) => interval !== null && interval !== 'Tick')
  return seen.map((interval, number) => {
    const file = files[number] as ParsedFile
    const found = interval ?? (file.rows < 3 ? usual : undefined)
    if (found) {
      if (found !== 'Tick') refuseMixed(found, file)
      return found
    }
    const bad = problems.firstError()
    if (bad) throw new ImportError(bad.message, bad.file, bad.line)
    throw new ImportError('cannot detect the interval of the bars from their times; specify it', file.file)
  })
}

function refuseShorter(stated: SeriesInterval, time: Float64Array, file: string): void {
  if (!areShorterThan(seriesMs(stated), time)) return
  const seen = detectInterval(time)
  const guess = seen === null ? '' : `, but look like ${seen}`
  throw new ImportError(`these cannot be ${stated} bars: most begin before the previous one has ended${guess}`, file)
}

/** Bars of several intervals would become one series. */
function refuseMixed(interval: SeriesInterval, { file, columns, lines }: ParsedFile): void {
  const other = otherInterval(columns[0] as Float64Array, seriesMs(interval))
  if (other === null) return
  const message = `${other.interval} bars in a file of ${interval} bars: split it and import one of them`
  throw new ImportError(message, file, lines[other.row])
}

/** Two files of one price whose names do not state the side: the lower one is the bid. */
function splitUnnamedPair(group: Group): Group[] {
  const [first, second, ...more] = group.files
  if (group.source !== 'trade' || group.key.interval === 'Tick' || !first || !second || more.length > 0) return [group]
  const [bid, ask] = isBidOf(first.table, second.table) ? [first, second] : [second, first]
  if (!isBidOf(bid.table, ask.table)) return [group]
  return [
    { key: group.key, source: 'bid', files: [bid] },
    { key: group.key, source: 'ask', files: [ask] },
  ]
}

function paired(bid: Group, ask: Group, files: readonly ParsedFile[], problems: Problems): AssembledSeries {
  const bids = joined(bid, problems)
  const asks = joined(ask, problems)
  const table = pairSides(bids.table, asks.table, problems, (side, row) => {
    const { fileNumber, line } = rowOrigin(side, row)
    return { file: files[fileNumber]?.file ?? '', line }
  })
  return {
    table,
    source: 'both',
    coverage: bids.coverage,
    duplicates: bids.duplicates + asks.duplicates,
    duplicateMonths: addMonths([bids, asks]),
  }
}

/** The files of a group as one table; where they overlap, the later file wins. */
function joined(group: Group, problems: Problems): AssembledSeries {
  const filled = group.files.filter(({ table }) => table.rows > 0)
  const coverage = filled.map(({ table }) => rangeOf(table))
  const inOrder = filled.toSorted((a, b) => rangeOf(a.table).first - rangeOf(b.table).first)
  const apart = inOrder.every((one, index) => {
    const before = inOrder[index - 1]
    return !before || rangeOf(before.table).last < rangeOf(one.table).first
  })
  const duplicates = group.files.reduce((sum, file) => sum + file.duplicates, 0)
  const duplicateMonths = addMonths(group.files)
  if (apart) {
    const table = concatTables(
      group.key,
      inOrder.map((one) => one.table),
    )
    return { table, source: group.source, coverage, duplicates, duplicateMonths }
  }
  let repeated = 0
  const [first, ...rest] = filled as [OrderedFile, ...OrderedFile[]]
  let table = first.table
  for (const { table: next, file } of rest) {
    const merged = mergeTables(table, next, [rangeOf(next)])
    table = merged.table
    repeated += merged.unchanged + merged.replaced
    const line = file.lines[0] ?? 1
    if (merged.unchanged > 0) {
      problems.add('duplicate', file.file, line, 'rows that another file of this import also has', merged.unchanged)
    }
    if (merged.replaced > 0) {
      const text = 'rows that another file of this import has with other values; the last file wins'
      problems.add('conflictingDuplicate', file.file, line, text, merged.replaced)
    }
  }
  return { table, source: group.source, coverage, duplicates: duplicates + repeated, duplicateMonths }
}

function addMonths(parts: readonly Pick<OrderedFile, 'duplicateMonths'>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { duplicateMonths } of parts) {
    for (const [month, count] of duplicateMonths) sums.set(month, (sums.get(month) ?? 0) + count)
  }
  return sums
}

function rangeOf(table: SeriesTable): Coverage {
  const time = table.columns[0] as Float64Array
  return { first: time[0] as number, last: time[table.rows - 1] as number }
}
