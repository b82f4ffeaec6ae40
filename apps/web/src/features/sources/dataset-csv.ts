import type { SourceDatasetReply } from '@tradeloom/contracts'
import { labelOf } from '../../entities/datasets/dataset-columns.ts'

type Cell = SourceDatasetReply['data'][number][number]

/** Programs for tables run what begins like this. */
const FORMULA = /^[=+\-@\t\r]/

/** Columns of a dataset as a file for other programs; what is missing is empty. */
export function datasetCsv({ meta, data }: SourceDatasetReply, columns: readonly number[]): string {
  const header = columns.map((at) => meta.columns[at]).map((column) => (column === undefined ? '' : labelOf(column)))
  const lines = [header, ...data.map((row) => columns.map((at) => row[at] ?? null))]
  return lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
