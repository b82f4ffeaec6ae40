import type { RunOrder } from '@tradeloom/contracts'
import { instrumentName } from '@tradeloom/domain'
import { orderStatusText } from '../../../../entities/orders/order-status.ts'
import type { Column } from '../../../../ui/table-column.ts'
import { formatNumber, formatPlain, formatSecond, NOTHING } from '../../../../ui/format.ts'

function typeText({ type, postOnly, reduceOnly }: RunOrder): string {
  const name = type.charAt(0) + type.slice(1).toLowerCase().replace('_', ' ')
  return [name, ...(postOnly ? ['post only'] : []), ...(reduceOnly ? ['reduce only'] : [])].join(', ')
}

const fieldOf =
  (key: keyof RunOrder) =>
  (row: RunOrder): string =>
    `orders.${row.id}.${key}`

/** All columns in order. */
export function orderColumns(
  precisionOf: (instrumentId: string) => number,
  hasSeveralMarkets: boolean,
  hasTags: boolean,
): Column<RunOrder>[] {
  const price = (id: 'limitPrice' | 'stopPrice' | 'fillPrice', header: string): Column<RunOrder> => ({
    id,
    header,
    width: 92,
    isNumber: true,
    value: (row) => row[id],
    field: fieldOf(id),
    cell: (row) => formatNumber(row[id], precisionOf(row.instrumentId)),
  })
  const time = (id: 'time' | 'fillTime', header: string): Column<RunOrder> => ({
    id,
    header,
    width: 160,
    value: (row) => row[id],
    field: fieldOf(id),
    cell: (row) => <span className="num">{formatSecond(row[id])}</span>,
  })
  const instrument: Column<RunOrder> = {
    id: 'instrumentId',
    header: 'Instrument',
    width: 124,
    value: (row) => row.instrumentId,
    cell: (row) => instrumentName(row.instrumentId),
  }
  const tag: Column<RunOrder> = {
    id: 'tag',
    header: 'Tag',
    width: 140,
    value: (row) => row.tag,
    cell: (row) => row.tag ?? NOTHING,
  }
  return [
    {
      id: 'id',
      header: 'No.',
      width: 56,
      isNumber: true,
      value: (row) => row.id,
      field: fieldOf('id'),
      cell: (row) => row.id,
    },
    ...(hasSeveralMarkets ? [instrument] : []),
    time('time', 'Placed (UTC)'),
    { id: 'type', header: 'Type', width: 130, value: (row) => row.type, cell: typeText },
    {
      id: 'side',
      header: 'Side',
      width: 72,
      value: (row) => row.side,
      cell: ({ side }) => (side === 'BUY' ? '▲ Buy' : '▼ Sell'),
    },
    {
      id: 'quantity',
      header: 'Quantity',
      width: 92,
      isNumber: true,
      value: (row) => row.quantity,
      field: fieldOf('quantity'),
      cell: (row) => formatPlain(row.quantity),
    },
    price('limitPrice', 'Limit'),
    price('stopPrice', 'Stop'),
    {
      id: 'timeInForce',
      header: 'In force',
      width: 72,
      value: (row) => row.timeInForce,
      cell: (row) => row.timeInForce,
    },
    {
      id: 'status',
      header: 'Status',
      width: 92,
      value: (row) => row.status,
      cell: ({ status }) => orderStatusText(status),
    },
    time('fillTime', 'Filled (UTC)'),
    price('fillPrice', 'Fill price'),
    {
      id: 'liquidity',
      header: 'Liquidity',
      width: 80,
      value: (row) => row.liquidity,
      cell: (row) => row.liquidity ?? NOTHING,
    },
    {
      id: 'positionId',
      header: 'Position',
      width: 76,
      isNumber: true,
      value: (row) => row.positionId,
      field: fieldOf('positionId'),
      cell: (row) => row.positionId ?? NOTHING,
    },
    ...(hasTags ? [tag] : []),
    { id: 'reason', header: 'Reason', width: 220, value: (row) => row.reason, cell: (row) => row.reason ?? NOTHING },
  ]
}
