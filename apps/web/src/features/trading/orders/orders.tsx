import { ActionIcon, UnstyledButton } from '@mantine/core'
import type { MarketInstrument, TradingOrder } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatPlain, formatSecond, NOTHING } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { toastError } from '../../../ui/toast.ts'
import type { PanelProps } from '../../../entities/panels/define-panel.ts'
import { useAccountEvents } from '../../../entities/accounts/account-events.ts'
import { useAccounts, viewingOnlyIn } from '../../../entities/accounts/accounts.ts'
import { ConnectionNote } from '../../../entities/accounts/connection-note.tsx'
import { priceText } from '../../../entities/positions/live-cells.tsx'
import { ordersQuery } from '../../../entities/accounts/trading-queries.ts'
import classes from '../../../entities/positions/trading-tables.module.css'
import { changeOrder, type OrderField } from '../../../entities/orders/changed-order.ts'
import { canChange } from '../../../entities/orders/can-change.ts'
import { NotPlaced, UnknownStatus } from './unknown-order.tsx'
import { InstrumentLink } from '../../../entities/instruments/instrument-link.tsx'
import { orderStatusText } from '../../../entities/orders/order-status.ts'
import { useInstruments } from '../../../entities/instruments/use-instruments.ts'

interface OrdersProps extends Pick<PanelProps<object>, 'title'> {
  /** Only what belongs to this instrument. */
  readonly instrumentId?: string
}

/** Orders, those first that may still trade; on top those of which nothing is known. */
export function Orders({ title, instrumentId }: OrdersProps): ReactElement {
  useAccountEvents()
  const { data, error, refetch } = useQuery(ordersQuery)
  const instruments = useInstruments()
  const hasUnknown = data?.some(isUnknown) ?? false
  const accounts = useAccounts()
  const columns = useMemo(() => {
    const whyNot = ({ accountId }: TradingOrder): string | null => viewingOnlyIn(accounts, accountId)
    return [...orderColumns(instruments, hasUnknown), actions(whyNot)]
  }, [accounts, instruments, hasUnknown])
  const rows = useMemo(
    () =>
      data
        ?.filter((order) => instrumentId === undefined || order.instrumentId === instrumentId)
        .toSorted((a, b) => rankOf(a) - rankOf(b) || b.time - a.time),
    [data, instrumentId],
  )
  return (
    <Panel
      title={title}
      flush
      actions={<ConnectionNote />}
      detail={rows === undefined || rows.length === 0 ? undefined : rows.length}
    >
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : rows === undefined ? (
        <LoadingRows rows={4} />
      ) : rows.length === 0 ? (
        <EmptyState title="No orders" />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          maxHeight="100%"
          hasCards
          isPinned={isUnknown}
          onDelete={(order) => void (canCancel(order) && askToCancel(order))}
        />
      )}
    </Panel>
  )
}

function isUnknown({ status }: TradingOrder): boolean {
  return status === 'UNKNOWN'
}

function canCancel(order: TradingOrder): boolean {
  return isActive(order) && order.type !== 'Market'
}

function rankOf(order: TradingOrder): number {
  if (isUnknown(order)) return 0
  return isActive(order) ? 1 : 2
}

function isActive({ status }: TradingOrder): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED'
}

async function askToCancel({ id, type, side, quantity, symbol, isProtective }: TradingOrder): Promise<void> {
  const what = `${type} order: ${side} ${formatPlain(quantity)} ${symbol}.`
  const isConfirmed = await askToConfirm({
    title: 'Cancel order',
    text: isProtective ? `${what} Its position loses this protection.` : what,
    confirm: 'Cancel order',
    isDestructive: isProtective,
  })
  if (!isConfirmed) return
  try {
    await call('cancelOrder', { params: { id } })
  } catch (error) {
    toastError(errorText(error), `cancel-${id}`)
  }
}

interface ChangeButtonProps {
  readonly order: TradingOrder
  readonly field: OrderField
  readonly children: ReactNode
}

const FIELD_NAMES = { quantity: 'quantity', limitPrice: 'price', stopPrice: 'stop price' } as const

/** A number of a working order, which a click changes. */
function ChangeButton({ order, field, children }: ChangeButtonProps): ReactElement {
  const label = `Change ${FIELD_NAMES[field]}`
  return (
    <UnstyledButton className={classes['level'] ?? ''} title={label} onClick={() => changeOrder(order.id, field)}>
      <span className="visually-hidden">{`${label} of ${order.type} order of ${order.symbol}: `}</span>
      {children}
    </UnstyledButton>
  )
}

/** `whyNot`: why the user may not change an order; null if they may. */
const actions = (whyNot: (order: TradingOrder) => string | null): Column<TradingOrder> => ({
  id: 'action',
  header: '',
  label: 'Actions',
  width: 64,
  pin: 'right',
  card: 'action',
  cell: (row) => (
    <>
      {canChange(row) ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Change ${row.type} order of ${row.symbol}`}
          title={whyNot(row) ?? 'Change order'}
          disabled={whyNot(row) !== null}
          onClick={() => changeOrder(row.id, row.limitPrice === null ? 'stopPrice' : 'limitPrice')}
        >
          <IconPencil size={14} aria-hidden />
        </ActionIcon>
      ) : null}
      {canCancel(row) ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Cancel ${row.type} order of ${row.symbol}`}
          title={whyNot(row) ?? 'Cancel order (Del)'}
          disabled={whyNot(row) !== null}
          onClick={() => void askToCancel(row)}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      ) : null}
    </>
  ),
})

/** By whom it was placed, if not by the user, and why it ended. */
function detailOf({ placedBy, detail }: TradingOrder): string {
  const who = placedBy === null ? [] : [`By ${placedBy}`]
  return [...who, ...(detail === null ? [] : [detail])].join(': ') || NOTHING
}

function orderColumns(instruments: ReadonlyMap<string, MarketInstrument>, hasUnknown: boolean): Column<TradingOrder>[] {
  const price = (value: number | null, { instrumentId }: TradingOrder): string =>
    priceText(value, instruments.get(instrumentId)?.precision ?? 5)
  const number = (
    id: string,
    header: string,
    of: (row: TradingOrder) => number | null,
    format: (value: number | null, row: TradingOrder) => string,
    field?: OrderField,
  ): Column<TradingOrder> => ({
    id,
    header,
    width: 83,
    isNumber: true,
    value: of,
    cell: (row) => {
      const text = format(of(row), row)
      const isField = field !== undefined && canChange(row) && row[field] !== null
      return isField ? (
        <ChangeButton order={row} field={field}>
          {text}
        </ChangeButton>
      ) : (
        text
      )
    },
  })
  return [
    {
      id: 'instrument',
      header: 'Instrument',
      width: 124,
      pin: 'left',
      card: 'title',
      value: (row) => row.symbol,
      cell: (row) => (
        <InstrumentLink id={row.instrumentId}>
          {instruments.get(row.instrumentId)?.displaySymbol ?? row.symbol}{' '}
          <span className="muted">{instruments.get(row.instrumentId)?.exchangeName ?? venueName(row.broker)}</span>
        </InstrumentLink>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      width: 88,
      card: 'title',
      value: (row) => row.type,
      cell: (row) => (
        <>
          {row.type}
          {row.linkedTo === null ? null : (
            <span className="muted" title="One cancels the other: it is linked to another order">
              {' OCO'}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'side',
      header: 'Side',
      width: 56,
      card: 'title',
      value: (row) => row.side,
      cell: (row) => <span className={row.side === 'BUY' ? 'gain' : 'loss'}>{row.side}</span>,
    },
    number(
      'quantity',
      'Quantity',
      (row) => row.quantity,
      (value) => formatPlain(value),
      'quantity',
    ),
    number(
      'filled',
      'Filled',
      (row) => row.filledQuantity,
      (value) => formatPlain(value),
    ),
    // While it works, where it waits: the average of its fills is in the executions.
    number('price', 'Price', (row) => (isActive(row) ? (row.limitPrice ?? row.price) : row.price), price, 'limitPrice'),
    number('stopPrice', 'Stop price', (row) => row.stopPrice, price, 'stopPrice'),
    {
      id: 'status',
      header: 'Status',
      // Of an order whose status is unknown it says who is asked, and since when.
      width: hasUnknown ? 224 : 112,
      card: 'lead',
      value: (row) => row.status,
      cell: (row) =>
        isUnknown(row) ? (
          <UnknownStatus order={row} />
        ) : (
          <span className={row.status === 'Rejected' ? classes['rejected'] : undefined}>
            {orderStatusText(row.status)}
          </span>
        ),
    },
    {
      id: 'detail',
      header: 'Detail',
      width: 124,
      cell: (row) => (row.unknown === null ? detailOf(row) : <NotPlaced order={row} doubt={row.unknown} />),
    },
    { id: 'time', header: 'Time', width: 136, value: (row) => row.time, cell: (row) => formatSecond(row.time) },
    {
      id: 'number',
      header: 'Number',
      width: 112,
      value: (row) => row.brokerOrderId,
      cell: (row) => (
        <span className={classes['number']} title={row.brokerOrderId ?? undefined}>
          {row.brokerOrderId}
        </span>
      ),
    },
  ]
}
