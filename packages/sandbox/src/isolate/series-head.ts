import { BAR_COLUMNS, type MarketColumns, TICK_COLUMNS } from '@tradeloom/domain'

/** Describes one series. Its columns are packed in one shared buffer, `rows` doubles each. */
export interface SeriesHead {
  readonly instrumentId: string
  readonly kind: 'bar' | 'tick'
  readonly rows: number
}

function namesOf({ kind }: Pick<SeriesHead, 'kind'>): readonly string[] {
  return kind === 'bar' ? BAR_COLUMNS : TICK_COLUMNS
}

export function bytesOfRows(head: SeriesHead): number {
  return namesOf(head).length * head.rows * Float64Array.BYTES_PER_ELEMENT
}

/** The columns of a series in its buffer, from a byte on. */
export function columnsOf(head: SeriesHead, buffer: ArrayBufferLike, from = 0): MarketColumns {
  const names = namesOf(head)
  const columns: Record<string, unknown> = { kind: head.kind }
  names.forEach((name, at) => {
    columns[name] = new Float64Array(buffer, from + at * head.rows * Float64Array.BYTES_PER_ELEMENT, head.rows)
  })
  return columns as unknown as MarketColumns
}
