import { type Backtest, fromPositionColumns, type Position } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useMemo } from 'react'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { formatMinute, formatPlain, formatSigned, signClass } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { directionText } from '../../../entities/positions/direction.tsx'
import { positionPageQuery } from '../../../entities/runs/backtest-queries.ts'

const FIRST = 200

const COLUMNS: readonly Column<Position>[] = [
  { id: 'id', header: '#', width: 56, isNumber: true, value: ({ id }) => id, cell: ({ id }) => id },
  { id: 'profit', header: 'Profit', width: 96, isNumber: true, value: ({ profit }) => profit, cell: profitCell },
  { id: 'pips', header: 'Pips', width: 80, isNumber: true, value: ({ pips }) => pips, cell: pipsCell },
  { id: 'direction', header: 'Direction', width: 90, value: (row) => row.direction, cell: directionText },
  {
    id: 'instrument',
    header: 'Instrument',
    width: 150,
    value: (row) => row.instrumentId,
    cell: (row) => row.instrumentId,
  },
  {
    id: 'quantity',
    header: 'Quantity',
    width: 100,
    isNumber: true,
    value: ({ quantity }) => quantity,
    cell: ({ quantity }) => formatPlain(quantity),
  },
  { id: 'open', header: 'Opened', width: 140, value: (row) => row.openTime, cell: (row) => formatMinute(row.openTime) },
  {
    id: 'close',
    header: 'Closed',
    width: 140,
    value: (row) => row.closeTime,
    cell: (row) => formatMinute(row.closeTime),
  },
  { id: 'status', header: 'Status', width: 80, value: (row) => row.status, cell: statusCell },
]

function statusCell({ status }: Position): string {
  return status === 'OPEN' ? 'Open' : 'Closed'
}

function profitCell({ profit }: Position): ReactElement {
  return <span className={signClass(profit)}>{formatSigned(profit)}</span>
}

function pipsCell({ pips }: Position): ReactElement {
  return <span className={signClass(pips)}>{formatSigned(pips, 1)}</span>
}

interface AllPositionsProps {
  readonly run: Backtest
  readonly isShared: boolean
}

/** The first positions of the run; its result has all of them. */
export function AllPositions({ run, isShared }: AllPositionsProps): ReactElement {
  const page = useQuery(positionPageQuery(run.id, isShared, 0, FIRST))
  const rows = useMemo(() => (page.data ? fromPositionColumns(page.data.columns) : []), [page.data])
  const total = page.data?.total ?? 0
  return (
    <Panel
      title="All Positions"
      tour="overview-positions"
      detail={total > FIRST ? `Of one backtest, the first ${FIRST} of ${formatPlain(total)}` : 'Of one backtest'}
      flush
      actions={
        <Link
          to="/algorithms/$algorithmId/backtest/$backtestId"
          params={{ algorithmId: run.algorithmId, backtestId: run.id }}
        >
          Open the result
        </Link>
      }
    >
      {page.isPending ? <LoadingRows rows={5} /> : null}
      {page.isError ? <ErrorState error={page.error} onRetry={() => void page.refetch()} /> : null}
      {page.data && rows.length === 0 ? <EmptyState title="No positions" /> : null}
      {rows.length > 0 ? (
        <DataTable
          label="All positions"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => String(id)}
          maxHeight={420}
        />
      ) : null}
    </Panel>
  )
}
