import { Button, Popover, RangeSlider } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import type { Optimization } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatCount, formatPlain } from '../../../ui/format.ts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import type { RowColumn } from '../rows/row-column.ts'
import { brush, type RowCondition, type RowSelection } from '../rows/row-selection.ts'
import { axisCondition } from './axis-condition.ts'
import classes from './charts.module.css'
import { columnLabel } from './column-label.ts'
import { positionsWithin } from './positions-within.ts'
import { varyingAxes } from './varying-axes.ts'

interface BrushBarProps {
  readonly optimization: Optimization
  readonly rows: OptimizationRows
  readonly selection: RowSelection
  readonly brushed: Uint8Array | null
}

/** What is brushed, in words, and the same without a pointer: a range for each external. */
export function BrushBar({ optimization, rows, selection, brushed }: BrushBarProps): ReactElement {
  const conditions = selection((state) => state.conditions)
  const count = brushed?.reduce((sum, one) => sum + one, 0) ?? rows.count
  return (
    <div className={classes['brush']} role="group" aria-label="Brushed backtests">
      <ExternalRanges rows={rows} selection={selection} conditions={conditions} />
      {conditions.length === 0 ? (
        <span className="muted">Drag over a chart to brush backtests in all of them and in the table.</span>
      ) : (
        <>
          <strong className="num" role="status">
            {formatPlain(count)} of {formatCount(rows.count, 'backtest')}
          </strong>
          {conditions.map((condition) => (
            <Button
              key={condition.column}
              size="compact-xs"
              variant="default"
              rightSection={<IconX size={12} aria-hidden />}
              aria-label={`Remove ${conditionText(condition, rows, optimization)}`}
              onClick={() => brush(selection, [condition.column], [])}
            >
              {conditionText(condition, rows, optimization)}
            </Button>
          ))}
          <Button size="compact-xs" variant="subtle" onClick={() => selection.setState({ conditions: [] })}>
            Show all
          </Button>
        </>
      )}
    </div>
  )
}

function conditionText({ column, from, to }: RowCondition, rows: OptimizationRows, optimization: Optimization): string {
  const text = (value: number): string => formatPlain(value, column.startsWith('external') ? 6 : 2)
  const range = from === to ? text(from) : `${text(from)} to ${text(to)}`
  return `${columnLabel(column, rows, optimization)} ${range}`
}

interface RangesProps {
  readonly rows: OptimizationRows
  readonly selection: RowSelection
  readonly conditions: readonly RowCondition[]
}

function ExternalRanges({ rows, selection, conditions }: RangesProps): ReactElement {
  return (
    <Popover position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <Button size="compact-xs" variant="default" leftSection={<IconFilter size={13} aria-hidden />}>
          Ranges
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes['sliders']}>
          {varyingAxes(rows.lattice).map(({ axis, name, size }) => {
            const column: RowColumn = `external:${axis}`
            const valueAt = rows.lattice.axes[axis]?.valueAt ?? Number
            const condition = conditions.find((one) => one.column === column)
            const brushed = condition ?? { from: -Infinity, to: Infinity }
            const ends = positionsWithin(rows.lattice, axis, brushed.from, brushed.to) ?? [0, size - 1]
            return (
              <div key={column}>
                <span>{name}</span>
                <RangeSlider
                  size="sm"
                  min={0}
                  max={size - 1}
                  minRange={0}
                  label={(position) => formatPlain(valueAt(position), 6)}
                  thumbFromLabel={`Lowest ${name}`}
                  thumbToLabel={`Highest ${name}`}
                  value={ends}
                  onChange={([from, to]) => {
                    const isAll = from === 0 && to === size - 1
                    brush(selection, [column], isAll ? [] : [axisCondition(rows.lattice, axis, from, to)])
                  }}
                />
              </div>
            )
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
