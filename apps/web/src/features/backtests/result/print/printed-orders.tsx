import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../../../api/call.ts'
import { orderColumns } from '../orders/order-columns.tsx'
import { usePrecision } from '../positions/use-precision.ts'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'
import { PRINTED_ROWS, PrintedTable } from './printed-table.tsx'

/** The first orders of the run. */
export function PrintedOrders({ result, isShared }: SectionProps): ReactElement {
  const { precisionOf } = usePrecision(result)
  const { data } = useQuery({
    queryKey: ['printed-orders', result.id, isShared],
    queryFn: ({ signal }) =>
      call('getBacktestOrderPage', {
        isShared,
        params: { id: result.id },
        query: { offset: 0, limit: PRINTED_ROWS },
        signal,
      }),
  })
  return (
    <PrintedTable
      title="Orders"
      columns={orderColumns(precisionOf, result.markets.length > 0, (data?.tags.length ?? 0) > 0)}
      rows={data?.orders}
      total={data?.total ?? 0}
      keyOf={({ id }) => id}
    />
  )
}
