import type { SourceDatasetReply } from '@tradeloom/contracts'

/** A column of numbers over time. */
export interface ChartColumn {
  /** Its place in the dataset. */
  readonly at: number
  readonly label: string
  /** Null where a value is missing; as long as the times. */
  readonly values: readonly (number | null)[]
}

export interface ChartColumns {
  /** UTC seconds, ascending, each once. */
  readonly times: readonly number[]
  readonly columns: readonly ChartColumn[]
}

type Table = Pick<SourceDatasetReply, 'data'> & {
  readonly meta: Pick<SourceDatasetReply['meta'], 'columns'>
}

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/

/** The numbers of a dataset as lines over time; or why it is only a table. */
export function chartColumns({ meta, data }: Table): ChartColumns | string {
  if (meta.columns[0]?.type !== 'date') return 'Its rows have no dates: it is a table.'
  const numbers = meta.columns.flatMap((column, at) =>
    column.type === 'number' ? [{ at, label: labelOf(column) }] : [],
  )
  if (numbers.length === 0) return 'It has no column of numbers: it is a table.'
  const rows = data
    .map((row) => ({ time: typeof row[0] === 'string' && DATE.test(row[0]) ? Date.parse(row[0]) / 1000 : NaN, row }))
    .toSorted((a, b) => a.time - b.time)
  if (rows.some(({ time }) => !Number.isInteger(time))) return 'Some of its dates cannot be read: it is a table.'
  if (rows.some(({ time }, i) => time === rows[i - 1]?.time)) return 'Several rows have the same date: it is a table.'
  return {
    times: rows.map(({ time }) => time),
    columns: numbers.map(({ at, label }) => ({
      at,
      label,
      values: rows.map(({ row }) => {
        const value = row[at]
        return typeof value === 'number' && Number.isFinite(value) ? value : null
      }),
    })),
  }
}

export function labelOf({ name, label, unit }: SourceDatasetReply['meta']['columns'][number]): string {
  return unit === null ? (label ?? name) : `${label ?? name} (${unit})`
}

export interface LinePoint {
  readonly time: number
  readonly value?: number
  /** The line does not lead to this value from the one before: something is missing between them. */
  readonly isAfterGap?: boolean
}

/**
 * A column as points, from its first value to its last: a time alone where one is missing between them. Values without a
 * neighbor are drawn as dots.
 */
export function linePoints(times: readonly number[], values: readonly (number | null)[]) {
  const last = values.findLastIndex((value) => value !== null)
  const points: LinePoint[] = []
  const dots: { time: number; value: number }[] = []
  let hasBegun = false
  for (const [i, time] of times.slice(0, last + 1).entries()) {
    const value = values[i] ?? null
    if (value !== null) {
      const isAlone = (values[i - 1] ?? null) === null
      points.push({ time, value, ...(isAlone && hasBegun ? { isAfterGap: true } : {}) })
      if (isAlone && (values[i + 1] ?? null) === null) dots.push({ time, value })
      hasBegun = true
    } else if (hasBegun) points.push({ time })
  }
  return { points, dots }
}
