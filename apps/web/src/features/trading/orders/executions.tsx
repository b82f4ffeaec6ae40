import type { Execution, MarketInstrument } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useMemo } from 'react'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatNumber, formatPlain, formatSecond } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table-column.ts'
import type { PanelProps } from '../../../entities/panels/define-panel.ts'
import { useAccountEvents } from '../../../entities/accounts/account-events.ts'
import { ConnectionNote } from '../../../entities/accounts/connection-note.tsx'
import { priceText } from '../../../entities/positions/live-cells.tsx'
import { executionsQuery } from '../../../entities/accounts/trading-queries.ts'
import { InstrumentLink } from '../../../entities/instruments/instrument-link.tsx'
import { orderStatusText } from '../../../entities/orders/order-status.ts'
import { useInstruments } from '../../../entities/instruments/use-instruments.ts'

interface ExecutionsProps extends Pick<PanelProps<object>, 'title'> {
  /** Only what belongs to this instrument. */
  readonly instrumentId?: string
}

/** What was traded, newest first. */
export function Executions({ title, instrumentId }: ExecutionsProps): ReactElement {
  useAccountEvents()
  const { data: all, error, refetch } = useQuery(executionsQuery)
  const data = useMemo(
    () => (instrumentId === undefined ? all : all?.filter((row) => row.instrumentId === instrumentId)),
    [all, instrumentId],
  )
  const instruments = useInstruments()
  const columns = useMemo(() => executionColumns(instruments), [instruments])
  return (
    <Panel
      title={title}
      flush
      actions={<ConnectionNote />}
      detail={data === undefined || data.length === 0 ? undefined : data.length}
    >
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingRows rows={4} />
      ) : data.length === 0 ? (
        <EmptyState title="No executions" />
      ) : (
        <DataTable label={title} columns={columns} rows={data} rowKey={({ id }) => id} maxHeight="100%" hasCards />
      )}
    </Panel>
  )
}

function executionColumns(instruments: ReadonlyMap<string, MarketInstrument>): Column<Execution>[] {
  const text = (id: string, header: string, width: number, of: (row: Execution) => string): Column<Execution> => ({
    id,
    header,
    width,
    value: of,
    cell: of,
  })
  const number = (
    id: string,
    header: string,
    of: (row: Execution) => number | null,
    format: (value: number | null, row: Execution) => string,
  ): Column<Execution> => ({ id, header, width: 92, isNumber: true, value: of, cell: (row) => format(of(row), row) })
  const price = (value: number | null, { instrumentId }: Execution): string =>
    priceText(value, instruments.get(instrumentId)?.precision ?? 5)
  return [
    { id: 'time', header: 'Time', width: 144, value: (row) => row.time, cell: (row) => formatSecond(row.time) },
    text('broker', 'Broker', 72, (row) => venueName(row.broker)),
    {
      ...text('symbol', 'Symbol', 84, (row) => instruments.get(row.instrumentId)?.displaySymbol ?? row.symbol),
      card: 'title',
      cell: (row) => (
        <InstrumentLink id={row.instrumentId}>
          {instruments.get(row.instrumentId)?.displaySymbol ?? row.symbol}
        </InstrumentLink>
      ),
    },
    {
      ...text('side', 'Side', 52, (row) => row.side),
      card: 'title',
      cell: ({ side }) => <span className={side === 'BUY' ? 'gain' : 'loss'}>{side}</span>,
    },
    { ...number('price', 'Price', (row) => row.price, price), card: 'lead' },
    number(
      'quantity',
      'Quantity',
      (row) => row.quantity,
      (value) => formatPlain(value),
    ),
    number(
      'fee',
      'Fee',
      (row) => row.fee,
      (value) => formatNumber(value),
    ),
    text('orderType', 'Order type', 104, (row) => row.orderType),
    number('orderPrice', 'Order price', (row) => row.orderPrice, price),
    text('orderStatus', 'Order status', 136, (row) => orderStatusText(row.orderStatus)),
  ]
}
