import { Tooltip } from '@mantine/core'
import type { Position } from '@tradeloom/contracts'
import { instrumentName } from '@tradeloom/domain'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Column } from '../../../../ui/table-column.ts'
import { directionText } from '../../../../entities/positions/direction.tsx'
import {
  formatDuration,
  formatNumber,
  formatPlain,
  formatSecond,
  formatSigned,
  NOTHING,
  signClass,
} from '../../../../ui/format.ts'

const REASONS: Readonly<Record<string, string>> = {
  script: 'Script',
  'stop-loss': 'Stop loss',
  'take-profit': 'Take profit',
  'trailing-stop': 'Trailing stop',
  margin: 'Margin call',
  netting: 'Netting',
}

/** A column with its full name, for the list of columns. */
export interface PositionColumn extends Column<Position> {
  readonly name: string
  readonly isOptional?: boolean
}

interface NumberColumn {
  readonly id: string
  readonly header: string
  readonly name?: string
  readonly width?: number
  readonly decimals?: number
  readonly isOptional?: boolean
  readonly of: (row: Position) => number | null
}

const fieldOf =
  (key: string) =>
  (row: Position): string =>
    `positions.${row.id}.${key}`

function number(column: NumberColumn, format: (value: number | null, decimals: number) => string): PositionColumn {
  const { id, header, name = header, width = 84, decimals = 2, isOptional = false, of } = column
  return {
    id,
    header,
    name,
    isOptional,
    width,
    isNumber: true,
    value: of,
    field: fieldOf(id),
    cell: (row) => format(of(row), decimals),
  }
}

/** Colored by its sign. */
function gain(column: NumberColumn): PositionColumn {
  const { of, decimals = 2 } = column
  const cell = (row: Position) => <span className={signClass(of(row))}>{formatSigned(of(row), decimals)}</span>
  return { ...number(column, formatSigned), cell }
}

const plain = (column: NumberColumn): PositionColumn => number(column, formatNumber)

/** Profit in units of the initial risk to the first stop loss; null without one. */
export function profitInR({ profit, risk }: Pick<Position, 'profit' | 'risk'>): number | null {
  return risk === null || risk <= 0 ? null : profit / risk
}

/** All costs of a position; null for older results without the breakdown. */
export function costsOf(position: Position): number | null {
  const { spreadCost, slippageCost, commission, swapCost, fundingCost } = position
  if (spreadCost === null || slippageCost === null || swapCost === null || fundingCost === null) return null
  return spreadCost + slippageCost + commission + swapCost + fundingCost
}

function Profit({ row, currency }: { readonly row: Position; readonly currency: string }): ReactElement {
  const text = <span className={signClass(row.profit)}>{formatSigned(row.profit)}</span>
  if (!row.ambiguous) return text
  const [worst, best] = row.profitInterval ?? [null, null]
  const explanation = `The price path inside a bar decided about it. Worst: ${formatSigned(worst)}, best: ${formatSigned(best)} ${currency}`
  return (
    <Tooltip label={explanation}>
      <span tabIndex={0} role="img" aria-label={`${formatSigned(row.profit)}, ambiguous. ${explanation}`}>
        <IconArrowsSplit2 size={12} className="warn" style={{ marginInlineEnd: 4, verticalAlign: -1 }} aria-hidden />
        {text}
      </span>
    </Tooltip>
  )
}

const INSTRUMENT: PositionColumn = {
  id: 'instrument',
  header: 'Instrument',
  name: 'Instrument',
  width: 124,
  value: (row) => row.instrumentId,
  cell: (row) => instrumentName(row.instrumentId),
}

const TAG: PositionColumn = {
  id: 'tag',
  header: 'Tag',
  name: 'Tag',
  width: 140,
  value: (row) => row.tag,
  cell: (row) => row.tag ?? NOTHING,
}

/** All columns in order; optional ones are hidden by default. */
export function positionColumns(
  precisionOf: (instrumentId: string) => number,
  currency: string,
  hasSeveralMarkets = false,
  hasTags = false,
): PositionColumn[] {
  const price = (id: 'openPrice' | 'closePrice' | 'stopLoss' | 'takeProfit', header: string, isOptional = false) =>
    // Prices of different instruments have different decimals.
    ({
      ...plain({ id, header, width: 92, isOptional, of: (row) => row[id] }),
      cell: (row: Position) => formatNumber(row[id], precisionOf(row.instrumentId)),
    })
  return [
    {
      id: 'id',
      header: 'No.',
      name: 'Number',
      width: 52,
      isNumber: true,
      value: (row) => row.id,
      field: fieldOf('id'),
      cell: (row) => row.id,
    },
    ...(hasSeveralMarkets ? [INSTRUMENT] : []),
    {
      id: 'direction',
      header: 'Side',
      name: 'Side',
      width: 76,
      value: (row) => row.direction,
      cell: (row) => <span style={{ fontWeight: 600 }}>{directionText(row)}</span>,
    },
    ...(hasTags ? [TAG] : []),
    number({ id: 'quantity', header: 'Quantity', of: (row) => row.quantity }, (value) => formatPlain(value)),
    {
      id: 'openTime',
      header: 'Opened (UTC)',
      name: 'Opened',
      width: 160,
      value: (row) => row.openTime,
      field: fieldOf('openTime'),
      cell: (row) => <span className="num">{formatSecond(row.openTime)}</span>,
    },
    price('openPrice', 'Open'),
    {
      id: 'closeTime',
      header: 'Closed (UTC)',
      name: 'Closed',
      width: 160,
      value: (row) => row.closeTime,
      field: fieldOf('closeTime'),
      cell: (row) => <span className="num">{row.closeTime === null ? 'Open' : formatSecond(row.closeTime)}</span>,
    },
    price('closePrice', 'Close'),
    gain({ id: 'pips', header: 'Pips', width: 72, decimals: 1, of: (row) => row.pips }),
    {
      ...gain({ id: 'profit', header: `Profit (${currency})`, name: 'Profit', width: 112, of: (row) => row.profit }),
      cell: (row) => <Profit row={row} currency={currency} />,
    },
    gain({ id: 'r', header: 'R', name: 'R: profit / risk', width: 64, of: profitInR }),
    plain({ id: 'costs', header: 'Costs', name: 'All costs', width: 76, of: costsOf }),
    plain({ id: 'spreadCost', header: 'Spread', isOptional: true, of: (row) => row.spreadCost }),
    plain({ id: 'slippageCost', header: 'Slippage', isOptional: true, of: (row) => row.slippageCost }),
    plain({ id: 'commission', header: 'Commission', width: 96, isOptional: true, of: (row) => row.commission }),
    plain({ id: 'swapCost', header: 'Swap', isOptional: true, of: (row) => row.swapCost }),
    plain({ id: 'fundingCost', header: 'Funding', isOptional: true, of: (row) => row.fundingCost }),
    gain({ id: 'mae', header: 'MAE', name: 'MAE: maximum adverse excursion', width: 84, of: (row) => row.mae }),
    gain({ id: 'mfe', header: 'MFE', name: 'MFE: maximum favorable excursion', width: 84, of: (row) => row.mfe }),
    gain({ id: 'maePips', header: 'MAE pips', decimals: 1, isOptional: true, of: (row) => row.maePips }),
    gain({ id: 'mfePips', header: 'MFE pips', decimals: 1, isOptional: true, of: (row) => row.mfePips }),
    plain({
      id: 'risk',
      header: 'Risk',
      name: 'Risk: to the first stop loss',
      isOptional: true,
      of: (row) => row.risk,
    }),
    {
      id: 'held',
      header: 'Held',
      name: 'Held',
      width: 96,
      isNumber: true,
      value: (row) => (row.closeTime === null ? null : row.closeTime - row.openTime),
      field: fieldOf('held'),
      cell: (row) => (row.closeTime === null ? NOTHING : formatDuration(row.closeTime - row.openTime)),
    },
    price('stopLoss', 'Stop loss', true),
    price('takeProfit', 'Take profit', true),
    {
      id: 'reason',
      header: 'Closed by',
      name: 'Closed by',
      width: 104,
      value: (row) => row.closeReason,
      cell: (row) => (row.closeReason === null ? NOTHING : (REASONS[row.closeReason] ?? row.closeReason)),
    },
  ]
}
