import { fromPositionColumns, type Position, type PositionSort } from '@tradeloom/contracts'
import { call } from '../../../../api/call.ts'
import type { WindowSort } from '../../../../ui/window-table.tsx'
import { WINDOW_ROWS, type WindowOfRows } from './use-window.ts'

/** What the server calls the columns that have another name in the table. */
const SORTS: Readonly<Record<string, PositionSort>> = { instrument: 'instrumentId', reason: 'closeReason' }

/** Some of the positions of a run, sorted by the server. */
export async function loadPositions(
  id: string,
  isShared: boolean,
  { id: column, desc }: WindowSort,
  tag: string | null,
  offset: number,
  signal: AbortSignal,
): Promise<WindowOfRows<Position>> {
  const { total, tags, columns } = await call('getBacktestPositionPage', {
    isShared,
    params: { id },
    query: {
      offset,
      limit: WINDOW_ROWS,
      sort: SORTS[column] ?? (column as PositionSort),
      desc: desc ? 'true' : 'false',
      ...(tag === null ? {} : { tag }),
    },
    signal,
  })
  return { total, tags, rows: fromPositionColumns(columns) }
}
