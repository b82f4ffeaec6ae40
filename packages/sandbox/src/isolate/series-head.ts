import { BAR_COLUMNS, type MarketColumns, TICK_COLUMNS } from '@tradeloom/domain'

/** Describes one series. Its columns are packed in one shared buffer, `rows` doubles each. */
export interface SeriesHead {
  readonly instrumentId: string
  readonly kind: 'bar' | 'tick'
  readonly rows: number
}

/** The columns of a series in its buffer. */
export function columnsOf(head: SeriesHead, buffer: ArrayBufferLike): MarketColumns {
  const names: readonly string[] = head.kind === 'bar' ? BAR_COLUMNS : TICK_COLUMNS
  const columns: Record<string, unknown> = { kind: head.kind }
  names.forEach((name, at) => {
    columns[name] = new Float64Array(buffer, at * head.rows * Float64Array.BYTES_PER_ELEMENT, head.rows)
  })
  return columns as unknown as MarketColumns
}
