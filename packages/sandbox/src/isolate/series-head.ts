import { BAR_COLUMNS, KNOWN_COLUMNS, type KnownColumns, type MarketColumns, TICK_COLUMNS } from '@tradeloom/domain'
import type { RunInputs } from '@tradeloom/engine'

/** Columns in the order in which they are stored. */
export const COLUMN_NAMES = { bar: BAR_COLUMNS, tick: TICK_COLUMNS, known: KNOWN_COLUMNS } as const

/** Describes one series. Its columns are packed in one shared buffer, `rows` doubles each. */
export interface SeriesHead {
  /** Of a dataset, its id. */
  readonly instrumentId: string
  readonly kind: keyof typeof COLUMN_NAMES
  readonly rows: number
}

function namesOf({ kind }: Pick<SeriesHead, 'kind'>): readonly string[] {
  return COLUMN_NAMES[kind]
}

export function bytesOfRows(head: SeriesHead): number {
  return namesOf(head).length * head.rows * Float64Array.BYTES_PER_ELEMENT
}

/** The columns of a series in its buffer, from a byte on. */
export function columnsOf(
  head: SeriesHead & { readonly kind: MarketColumns['kind'] },
  buffer: ArrayBufferLike,
  from?: number,
): MarketColumns
export function columnsOf(head: SeriesHead, buffer: ArrayBufferLike, from?: number): MarketColumns | KnownColumns
export function columnsOf(head: SeriesHead, buffer: ArrayBufferLike, from = 0): MarketColumns | KnownColumns {
  const names = namesOf(head)
  const columns: Record<string, unknown> = { kind: head.kind }
  names.forEach((name, at) => {
    columns[name] = new Float64Array(buffer, from + at * head.rows * Float64Array.BYTES_PER_ELEMENT, head.rows)
  })
  return columns as unknown as MarketColumns
}

/** What a run reads: its prices, and the datasets that its script names. */
export function loadedSeries(
  headsText: string,
  buffers: readonly ArrayBufferLike[],
): Required<Pick<RunInputs, 'series' | 'sources'>> {
  const series: RunInputs['series'][number][] = []
  const sources: NonNullable<RunInputs['sources']>[number][] = []
  for (const [at, head] of (JSON.parse(headsText) as SeriesHead[]).entries()) {
    const columns = columnsOf(head, buffers[at] ?? new ArrayBuffer(0))
    if (columns.kind === 'known') sources.push({ id: head.instrumentId, columns })
    else series.push({ instrumentId: head.instrumentId, columns })
  }
  return { series, sources }
}
