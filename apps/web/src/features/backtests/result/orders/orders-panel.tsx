import { Select } from '@mantine/core'
import type { BacktestDetail, OrderSort, RunOrder } from '@tradeloom/contracts'
import { ORDER_STATUSES, type OrderStatus } from '@tradeloom/domain'
import { type ReactElement, useMemo, useState } from 'react'
import { call } from '../../../../api/call.ts'
import { formatPlain } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../../ui/states.tsx'
import { type WindowSort, WindowTable } from '../../../../ui/window-table.tsx'
import { orderStatusText } from '../../../../entities/orders/order-status.ts'
import { TagSelect } from '../positions/tag-select.tsx'
import { useWindow, WINDOW_ROWS, type WindowOfRows } from '../positions/use-window.ts'
import { orderColumns } from './order-columns.tsx'

interface OrdersPanelProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
  readonly precisionOf: (instrumentId: string) => number
}

async function loadOrders(
  { result, isShared }: Pick<OrdersPanelProps, 'result' | 'isShared'>,
  { id, desc }: WindowSort,
  status: OrderStatus | null,
  tag: string | null,
  offset: number,
  signal: AbortSignal,
): Promise<WindowOfRows<RunOrder>> {
  const { total, tags, orders } = await call('getBacktestOrderPage', {
    isShared,
    params: { id: result.id },
    query: {
      offset,
      limit: WINDOW_ROWS,
      sort: id as OrderSort,
      desc: desc ? 'true' : 'false',
      ...(status === null ? {} : { status }),
      ...(tag === null ? {} : { tag }),
    },
    signal,
  })
  return { total, tags, rows: orders }
}

/** Every order of the run, also those that never filled, with the reason. Loaded as they come into view. */
export function OrdersPanel({ result, isShared, precisionOf }: OrdersPanelProps): ReactElement {
  const [sort, setSort] = useState<WindowSort>({ id: 'id', desc: false })
  const [status, setStatus] = useState<OrderStatus | null>(null)
  const [tag, setTag] = useState<string | null>(null)
  const rows = useWindow({
    key: ['backtest-orders', result.id, isShared, sort, status, tag],
    load: (offset, signal) => loadOrders({ result, isShared }, sort, status, tag, offset, signal),
  })
  const hasTags = rows.tags.length > 0
  const isFiltered = status !== null || tag !== null
  const hasSeveral = result.markets.length > 0
  const columns = useMemo(() => orderColumns(precisionOf, hasSeveral, hasTags), [precisionOf, hasSeveral, hasTags])
  const { total, error } = rows
  return (
    <Panel
      title="Orders"
      detail={total === null ? undefined : formatPlain(total)}
      flush
      actions={
        <>
          <TagSelect label="Tag of the orders" tags={rows.tags} value={tag} onChange={setTag} />
          <Select
            size="xs"
            w={150}
            aria-label="Status of the orders"
            placeholder="Any status"
            clearable
            data={ORDER_STATUSES.map((value) => ({ value, label: orderStatusText(value) }))}
            value={status}
            onChange={(value) => setStatus(ORDER_STATUSES.find((one) => one === value) ?? null)}
          />
        </>
      }
    >
      {error === null ? null : <ErrorState error={error} onRetry={rows.retry} />}
      {total === null && error === null ? <LoadingRows /> : null}
      {total === 0 ? (
        <EmptyState
          picture="backtests"
          title={isFiltered ? 'No matches found' : 'No orders'}
          text={isFiltered ? 'No order matches the filter.' : 'The script placed no order in this period.'}
        />
      ) : null}
      {total === null || total === 0 ? null : (
        <WindowTable
          label="Orders"
          columns={columns}
          total={total}
          rowAt={rows.rowAt}
          rowKey={({ id }) => String(id)}
          onRange={rows.onRange}
          sort={sort}
          onSort={setSort}
          rowHeight={26}
          maxHeight={640}
        />
      )}
    </Panel>
  )
}
