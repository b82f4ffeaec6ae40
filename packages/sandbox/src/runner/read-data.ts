import type { ColumnsFile } from '../columns-file.ts'
import type { SeriesHead } from '../isolate/series-head.ts'
import { readColumns } from './read-columns.ts'

interface Data {
  readonly heads: readonly SeriesHead[]
  readonly buffers: readonly SharedArrayBuffer[]
  readonly bytes: number
}

/** The prices of a job in shared memory, which can be passed to its isolate. */
export function readData(
  series: readonly { readonly instrumentId: string; readonly columnsFile: ColumnsFile }[],
): Data {
  const all = series.map(({ instrumentId, columnsFile }) => {
    const { buffer, rows } = readColumns(columnsFile)
    return { head: { instrumentId, kind: columnsFile.kind, rows }, buffer }
  })
  const bytes = all.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)
  return { heads: all.map(({ head }) => head), buffers: all.map(({ buffer }) => buffer), bytes }
}
