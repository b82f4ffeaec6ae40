import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import type { BacktestDetail, Position } from '@tradeloom/contracts'
import { IconColumns3, IconDownload } from '@tabler/icons-react'
import { type ReactElement, useMemo } from 'react'
import { endpointUrl } from '../../../../api/call.ts'
import { DataTable } from '../../../../ui/data-table.tsx'
import { formatCount, formatPlain } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import classes from '../backtest-result.module.css'
import { type PositionColumn, positionColumns } from './position-columns.tsx'

interface ColumnChoiceProps {
  readonly columns: readonly PositionColumn[]
  readonly shown: readonly string[]
  readonly onChange: (shown: string[]) => void
}

/** Number, instrument and profit cannot be hidden: without them a row has no identity. */
const ALWAYS = ['id', 'instrument', 'profit']

function ColumnChoice({ columns, shown, onChange }: ColumnChoiceProps): ReactElement {
  return (
    <Popover position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={420} style={{ overflowY: 'auto' }} aria-label="Table columns">
        <Checkbox.Group value={[...shown]} onChange={onChange}>
          <Stack gap={6}>
            {columns
              .filter(({ id }) => !ALWAYS.includes(id))
              .map(({ id, name }) => (
                <Checkbox key={id} size="xs" value={id} label={name} />
              ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

function useShownColumns(all: readonly PositionColumn[]) {
  const defaults = all.filter(({ isOptional }) => isOptional !== true).map(({ id }) => id)
  const [shown, setShown] = useLocalStorage<string[]>({
    key: 'tradeloom-position-columns',
    defaultValue: defaults,
    getInitialValueInEffect: false,
  })
  const columns = useMemo(() => all.filter(({ id }) => ALWAYS.includes(id) || shown.includes(id)), [all, shown])
  return { shown, setShown, columns }
}

/** A narrow screen shows three or four columns: profit must be one of them. */
function profitFirst(columns: readonly PositionColumn[]): PositionColumn[] {
  const rank = ({ id }: PositionColumn): number => (id === 'id' ? 0 : id === 'profit' ? 1 : 2)
  return columns.toSorted((left, right) => rank(left) - rank(right))
}

interface MoreProps {
  readonly missing: number
  readonly error: Error | null
  readonly onRetry: () => void
}

function More({ missing, error, onRetry }: MoreProps): ReactElement {
  if (error !== null) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <p className={classes['more']} role="status">
      Loading {formatCount(missing, 'more position')}…
    </p>
  )
}

interface PositionsPanelProps {
  readonly result: BacktestDetail
  /** The loaded positions, of `total`. */
  readonly positions: readonly Position[]
  readonly total: number
  readonly error: Error | null
  readonly onRetry: () => void
  readonly precisionOf: (instrumentId: string) => number
  /** A position that was selected elsewhere. */
  readonly marked: { readonly key: string } | null
  readonly onChoose: (position: Position) => void
}

/** All positions of the run; a click shows the position in the price chart. */
export function PositionsPanel(props: PositionsPanelProps): ReactElement {
  const { result, positions, total, error, onRetry, precisionOf, marked, onChoose } = props
  const missing = total - positions.length
  const hasSeveral = result.markets.length > 0
  const precision = precisionOf(result.instrumentId)
  const all = useMemo(
    () => positionColumns(hasSeveral ? precisionOf : () => precision, result.accountCurrency, hasSeveral),
    // oxlint-disable-next-line react/exhaustive-deps -- precisions change together with that of the run's instrument
    [precision, result.accountCurrency, hasSeveral],
  )
  const { shown, setShown, columns } = useShownColumns(all)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const inOrder = useMemo(() => (isNarrow ? profitFirst(columns) : columns), [isNarrow, columns])
  const url = endpointUrl('getBacktestPositions', { params: { id: result.id }, query: { format: 'CSV' } })
  const canExport = !result.readOnly && positions.length > 0
  return (
    <Panel
      title="Positions"
      detail={missing === 0 ? formatPlain(total) : `${formatPlain(positions.length)} of ${formatPlain(total)} loaded`}
      flush
      actions={
        <>
          {positions.length === 0 ? null : <ColumnChoice columns={all} shown={shown} onChange={setShown} />}
          {canExport ? (
            <Button
              component="a"
              href={url}
              download={`positions-${result.symbol}-${result.id}.csv`}
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              CSV
            </Button>
          ) : null}
        </>
      }
    >
      {positions.length === 0 ? (
        <EmptyState picture="backtests" title="No positions" text="The script opened no position in this period." />
      ) : (
        <DataTable
          label="Positions"
          columns={inOrder}
          rows={positions}
          rowKey={(row) => String(row.id)}
          onRow={onChoose}
          marked={marked}
          rowHeight={26}
          maxHeight={400}
          footer={missing === 0 ? undefined : <More missing={missing} error={error} onRetry={onRetry} />}
        />
      )}
    </Panel>
  )
}
