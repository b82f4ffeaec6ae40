import { UserError } from '@tradeloom/domain'
import type { EquityPoints } from '@tradeloom/metrics'
import { parseCellNumber, parseCellTime } from './cells.ts'
import { findColumns } from './find-columns.ts'
import type { Table } from './table.ts'
import { EQUITY_COLUMNS } from './trade-columns.ts'

export interface ParsedEquity {
  readonly points: EquityPoints
  /** Notes for the user about how the file was read. */
  readonly notes: readonly string[]
}

/** Points of an equity curve in time order. A date alone is the end of its day. */
export function parseEquity({ file, separator, columns, rows }: Table): ParsedEquity {
  const { time: timeAt, equity: equityAt } = findColumns({ file, columns }, EQUITY_COLUMNS)
  if (timeAt === undefined || equityAt === undefined) {
    const missing = timeAt === undefined ? 'time' : 'equity'
    throw new UserError('invalid-input', `${file}:1: there is no column "${missing}"; columns: ${columns.join(', ')}`)
  }
  if (rows.length < 2)
    throw new UserError(
      'invalid-input',
      `${file}: an equity curve needs at least two rows, this file has ${rows.length}`,
    )
  const points = rows.map(({ place, cells }) => ({
    time: parseCellTime((cells[timeAt] ?? '').trim(), place, columns[timeAt] as string, 'end'),
    equity: parseCellNumber((cells[equityAt] ?? '').trim(), place, columns[equityAt] as string, separator),
  }))
  const notes: string[] = []
  if (points.some(({ time }, at) => at > 0 && time < (points[at - 1]?.time ?? 0))) {
    points.sort((a, b) => a.time - b.time)
    notes.push('Rows were sorted by time')
  }
  const twice = points.filter(({ time }, at) => at > 0 && time === points[at - 1]?.time).length
  if (twice > 0)
    notes.push(
      `${twice === 1 ? '1 row has' : `${twice} rows have`} the same time as the previous row: the last one of each time was used`,
    )
  return { points: { time: points.map(({ time }) => time), equity: points.map(({ equity }) => equity) }, notes }
}
