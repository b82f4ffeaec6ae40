import type { KnownSeriesReply, SeriesState, SourceDatasetReply } from '@tradeloom/contracts'
import { formatDay, formatMinute } from '../../../ui/format.ts'
import type { SeriesColumn } from '../../../entities/datasets/series-of-dataset.ts'

/** A stored column, and what was known of it. */
export interface KnownColumn extends SeriesColumn {
  readonly stored: NonNullable<SeriesState['stored']>
  readonly known: KnownSeriesReply
}

/** A dataset as it was known: of its columns those that are stored, under their old places. */
export interface KnownDataset {
  readonly reply: SourceDatasetReply
  /** Places of the columns that it has. */
  readonly places: readonly number[]
  /** What to know about it. */
  readonly notes: readonly string[]
}

const DAY = 86_400_000

/** The last moment of a day, UTC milliseconds. */
export const endOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) + DAY - 1

const BASES = { vintage: 'Vintage', observed: 'Observed', lagged: 'Lagged' } as const

/** Columns at the end of a day; of a single one, also when each value was known and what that rests on. */
export function knownDataset(
  { meta }: SourceDatasetReply,
  columns: readonly KnownColumn[],
  day: string,
  now: number,
): KnownDataset {
  const periods = [...new Set(columns.flatMap(({ known }) => known.periods))].toSorted((a, b) => a - b)
  const rowOf = new Map(periods.map((period, row) => [period, row]))
  const [only] = columns.length === 1 ? columns : []
  const width = meta.columns.length + (only ? 2 : 0)
  const data = periods.map((period): SourceDatasetReply['data'][number] => [
    formatDay(period),
    ...Array.from({ length: width - 1 }, () => null),
  ])
  for (const { at, known } of columns) {
    for (const [i, period] of known.periods.entries()) {
      const row = data[rowOf.get(period) ?? -1]
      if (row === undefined) continue
      row[at] = known.values[i] ?? null
      if (!only) continue
      row[width - 2] = formatMinute(known.known[i])
      row[width - 1] = BASES[known.qualities[i] ?? 'lagged']
    }
  }
  const more = [
    { name: 'known', type: 'text' as const, label: 'Available (UTC)', unit: null },
    { name: 'basis', type: 'text' as const, label: 'Basis', unit: null },
  ]
  return {
    reply: {
      meta: { ...meta, order: 'asc', columns: only ? [...meta.columns, ...more] : meta.columns },
      data,
      error: null,
    },
    places: [0, ...columns.map(({ at }) => at), ...(only ? [width - 2, width - 1] : [])],
    notes: notesOf(columns, day, now),
  }
}

function notesOf(columns: readonly KnownColumn[], day: string, now: number): string[] {
  const notes: string[] = []
  const lagged = columns.reduce((sum, { known }) => sum + known.qualities.filter((one) => one === 'lagged').length, 0)
  const all = columns.reduce((sum, { known }) => sum + known.qualities.length, 0)
  const since = least(columns.map(({ stored }) => stored.since ?? Infinity))
  if (lagged > 0) {
    const which = lagged === all ? 'All values' : `${lagged} of ${all} values`
    const are = lagged === 1 && lagged < all ? 'is' : 'are'
    const record = Number.isFinite(since) ? `Revisions are recorded only since ${formatDay(since)}. ` : ''
    notes.push(
      `${record}${which} ${are} lagged: such values count from a typical delay after their period, and may have been revised since.`,
    )
  }
  const checked = least(columns.map(({ stored }) => stored.checked))
  // Each is looked at once a day.
  if (checked < Math.min(endOf(day), now - DAY))
    notes.push(`The provider was last checked at ${formatMinute(checked)} UTC: later changes are not included.`)
  return notes
}

function least(times: readonly number[]): number {
  return times.reduce((a, b) => Math.min(a, b), Infinity)
}
