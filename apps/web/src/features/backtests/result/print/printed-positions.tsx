import { fromPositionColumns } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../../../api/call.ts'
import { positionColumns } from '../positions/position-columns.tsx'
import { usePrecision } from '../positions/use-precision.ts'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'
import { PRINTED_ROWS, PrintedTable } from './printed-table.tsx'

/** Those that fit on a sheet side by side. */
const SHOWN = [
  'id',
  'instrument',
  'direction',
  'quantity',
  'openTime',
  'openPrice',
  'closeTime',
  'closePrice',
  'pips',
  'profit',
  'r',
  'costs',
  'held',
  'reason',
  'tag',
]

/** The first positions of the run. */
export function PrintedPositions({ result, isShared }: SectionProps): ReactElement {
  const { precisionOf } = usePrecision(result)
  const { data } = useQuery({
    queryKey: ['printed-positions', result.id, isShared],
    queryFn: ({ signal }) =>
      call('getBacktestPositionPage', {
        isShared,
        params: { id: result.id },
        query: { offset: 0, limit: PRINTED_ROWS },
        signal,
      }),
  })
  const columns = positionColumns(
    precisionOf,
    result.accountCurrency,
    result.markets.length > 0,
    (data?.tags.length ?? 0) > 0,
  )
  return (
    <PrintedTable
      title="Positions"
      columns={columns.filter(({ id }) => SHOWN.includes(id))}
      rows={data && fromPositionColumns(data.columns)}
      total={data?.total ?? 0}
      keyOf={({ id }) => id}
    />
  )
}
