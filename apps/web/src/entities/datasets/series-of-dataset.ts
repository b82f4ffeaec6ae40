import type { SourceDatasetReply, SourceProviderInfo } from '@tradeloom/contracts'
import { isSeriesCode, isSeriesColumn, seriesId } from '@tradeloom/domain'
import { labelOf } from './dataset-columns.ts'
import type { DatasetPlace } from './sources-queries.ts'

/** A column of a dataset that can be stored with the times at which its values were known. */
export interface SeriesColumn {
  /** Its place in the dataset. */
  readonly at: number
  /** As scripts name it. */
  readonly id: string
  readonly label: string
}

/** The columns of a dataset as series; or why there are none. */
export function seriesOfDataset(
  { code }: DatasetPlace,
  { name, title, terms }: Pick<SourceProviderInfo, 'name' | 'title' | 'terms'>,
  { columns, columnsCount }: Pick<SourceDatasetReply['meta'], 'columns' | 'columnsCount'>,
): readonly SeriesColumn[] | string {
  if (terms.keep === 'page') return `The terms of ${title} do not allow to store its data.`
  if (columns[0]?.type !== 'date') return 'Its rows have no dates.'
  const full = `${name.toUpperCase()}:${code}`
  const numbers = columns.flatMap((column, at) => (column.type === 'number' ? [{ at, column }] : []))
  // A column that is not shown may have numbers, too.
  const isOnly = numbers.length === 1 && columnsCount < columns.length
  const found = numbers
    .filter(({ column }) => isOnly || isSeriesColumn(column.name))
    .map(({ at, column }) => ({ at, id: seriesId(full, isOnly ? null : column.name), label: labelOf(column) }))
  return isSeriesCode(full) && found.length > 0 ? found : 'Scripts cannot name this dataset, so it is not stored.'
}
