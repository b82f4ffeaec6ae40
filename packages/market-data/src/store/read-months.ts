import { UserError } from '@tradeloom/domain'
import type { BarInterval } from '@tradeloom/domain'

import { damagedMonth } from './damaged-month.ts'
import type { InstrumentSummary, KeptMonth, SeriesSummary } from './instrument-folder.ts'
import { type Layers, pathOfMonth } from './layers.ts'
import { readMonth } from './month-file.ts'
import { hashTable } from './parquet-month.ts'
import { resample } from './resample.ts'
import { concatTables, monthRange, type SeriesInterval, type SeriesTable } from './series.ts'
import { readStable, ReplacedWhileRead } from './stable-read.ts'

/** What bars for charts are made from. */
export interface BarSource {
  readonly layers: Layers
  readonly found: InstrumentSummary
  readonly series: SeriesSummary
  readonly interval: BarInterval
}

/** A month does not match its record: it was replaced in the meantime, or it is damaged. */
export class OtherContent extends ReplacedWhileRead {
  readonly expected: string
  readonly damaged: UserError

  constructor(expected: string, damaged: UserError) {
    super()
    this.expected = expected
    this.damaged = damaged
  }
}

/**
 * Reads months whose content matches their records. If another process has replaced one since the records were read, the
 * values would not match the hash, so this throws and the caller reads again.
 */
export async function readMonths(
  layers: Layers,
  found: InstrumentSummary,
  source: SeriesSummary,
  series: SeriesInterval,
  months: readonly KeptMonth[],
): Promise<SeriesTable> {
  const paths = months.map((month) => pathOfMonth(layers, found.id, source, month))
  return readStable(paths, async () => {
    const tables = await readChecked(paths, found, source, months)
    if (source.interval === series) return concatTables(source, tables)
    const first = monthRange((months[0] as KeptMonth).month).start
    const last = monthRange((months.at(-1) as KeptMonth).month).end
    return resample(paths, source, series as BarInterval, { from: first, to: last, days: found })
  })
}

/** Bars of `interval` from the rows of months with `from <= time < to`, which have to match their records too. */
export async function resampleMonths(
  { layers, found, series, interval }: BarSource,
  months: readonly KeptMonth[],
  from: number,
  to: number,
): Promise<SeriesTable> {
  const paths = months.map((month) => pathOfMonth(layers, found.id, series, month))
  return readStable(paths, async () => {
    await readChecked(paths, found, series, months)
    return resample(paths, series, interval, { from, to, days: found })
  })
}

async function readChecked(
  paths: readonly string[],
  found: InstrumentSummary,
  source: SeriesSummary,
  months: readonly KeptMonth[],
): Promise<SeriesTable[]> {
  const tables: SeriesTable[] = []
  for (const [index, path] of paths.entries()) {
    const { month, contentHash } = months[index] as KeptMonth
    const table = await readMonth(path, source)
    if (hashTable(table) !== contentHash) throw new OtherContent(contentHash, damagedMonth(found.id, source, [month]))
    tables.push(table)
  }
  return tables
}
