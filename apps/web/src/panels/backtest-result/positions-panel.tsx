import { Button } from '@mantine/core'
import type { BacktestDetail, Position } from '@tradeloom/contracts'
import { IconDownload } from '@tabler/icons-react'
import { type ReactElement, useMemo } from 'react'
import { endpointUrl } from '../../api/call.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import {
  formatDuration,
  formatNumber,
  formatPlain,
  formatSecond,
  formatSigned,
  NOTHING,
  signClass,
} from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './backtest-result.module.css'

const REASONS: Readonly<Record<string, string>> = {
  script: 'Script',
  'stop-loss': 'Stop loss',
  'take-profit': 'Take profit',
  'trailing-stop': 'Trailing stop',
  margin: 'Margin call',
  netting: 'Netting',
}

function signed(id: 'profit' | 'pips', header: string, width: number, decimals: number): Column<Position> {
  return {
    id,
    header,
    width,
    isNumber: true,
    value: (row) => row[id],
    cell: (row) => <span className={signClass(row[id])}>{formatSigned(row[id], decimals)}</span>,
  }
}

function price(
  id: 'openPrice' | 'closePrice' | 'stopLoss' | 'takeProfit',
  header: string,
  precision: number,
): Column<Position> {
  return {
    id,
    header,
    width: 96,
    isNumber: true,
    value: (row) => row[id],
    cell: (row) => formatNumber(row[id], precision),
  }
}

function positionColumns(precision: number): Column<Position>[] {
  return [
    { id: 'id', header: 'No.', width: 60, isNumber: true, value: (row) => row.id, cell: (row) => row.id },
    {
      id: 'direction',
      header: 'Side',
      width: 76,
      value: (row) => row.direction,
      cell: (row) => <span className={classes['direction']}>{row.direction === 'LONG' ? '▲ Long' : '▼ Short'}</span>,
    },
    {
      id: 'quantity',
      header: 'Quantity',
      width: 92,
      isNumber: true,
      value: (row) => row.quantity,
      cell: (row) => formatPlain(row.quantity),
    },
    {
      id: 'openTime',
      header: 'Opened (UTC)',
      width: 160,
      value: (row) => row.openTime,
      cell: (row) => <span className="num">{formatSecond(row.openTime)}</span>,
    },
    price('openPrice', 'Open', precision),
    {
      id: 'closeTime',
      header: 'Closed (UTC)',
      width: 160,
      value: (row) => row.closeTime,
      cell: (row) => <span className="num">{row.closeTime === null ? 'Open' : formatSecond(row.closeTime)}</span>,
    },
    price('closePrice', 'Close', precision),
    signed('pips', 'Pips', 84, 1),
    signed('profit', 'Profit (USD)', 104, 2),
    {
      id: 'held',
      header: 'Held',
      width: 96,
      isNumber: true,
      value: (row) => (row.closeTime === null ? null : row.closeTime - row.openTime),
      cell: (row) => (row.closeTime === null ? NOTHING : formatDuration(row.closeTime - row.openTime)),
    },
    price('stopLoss', 'Stop loss', precision),
    price('takeProfit', 'Take profit', precision),
    {
      id: 'commission',
      header: 'Commission',
      width: 92,
      isNumber: true,
      value: (row) => row.commission,
      cell: (row) => formatNumber(row.commission),
    },
    {
      id: 'reason',
      header: 'Closed by',
      width: 118,
      value: (row) => row.closeReason,
      cell: (row) => (
        <span title={row.ambiguous ? 'Stop and target lay within one minute bar: the path decided' : undefined}>
          {row.closeReason === null ? NOTHING : (REASONS[row.closeReason] ?? row.closeReason)}
          {row.ambiguous ? ' *' : ''}
        </span>
      ),
    },
  ]
}

interface PositionsPanelProps {
  readonly result: BacktestDetail
  readonly positions: readonly Position[]
  readonly precision: number
  readonly onChoose: (position: Position) => void
}

/** All positions of the run; a row leads to its place in the price chart. */
export function PositionsPanel({ result, positions, precision, onChoose }: PositionsPanelProps): ReactElement {
  const columns = useMemo(() => positionColumns(precision), [precision])
  const url = endpointUrl('getBacktestPositions', { params: { id: result.id }, query: { format: 'CSV' } })
  const canExport = !result.readOnly && positions.length > 0
  return (
    <Panel
      title="Positions"
      detail={formatPlain(positions.length)}
      flush
      actions={
        canExport ? (
          <Button
            component="a"
            href={url}
            download={`positions-${result.symbol}-${result.id}.csv`}
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            CSV
          </Button>
        ) : undefined
      }
    >
      {positions.length === 0 ? (
        <EmptyState title="No positions" text="The script opened no position in this period." />
      ) : (
        <DataTable
          label="Positions"
          columns={columns}
          rows={positions}
          rowKey={(row) => String(row.id)}
          onRow={onChoose}
          rowHeight={26}
          maxHeight={400}
        />
      )}
    </Panel>
  )
}
