import { SegmentedControl } from '@mantine/core'
import type { BacktestDetail, Position } from '@tradeloom/contracts'
import { type ReactElement, useMemo, useState } from 'react'
import { Scatter } from '../../../../charts/scatter.tsx'
import { formatCount, formatMinute, formatPlain, formatSigned } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import classes from '../backtest-result.module.css'

type Unit = 'money' | 'pips' | 'R'
type Side = 'mae' | 'mfe'

interface Excursion {
  readonly x: number
  readonly y: number
  readonly position: Position
}

/** Adverse or favorable excursion (x) and profit (y) of closed positions, in one unit. */
export function excursionsOf(positions: readonly Position[], side: Side, unit: Unit): Excursion[] {
  return positions.flatMap((position) => {
    const { mae, mfe, maePips, mfePips, risk, profit, pips, status } = position
    const [adverse, favorable] = unit === 'pips' ? [maePips, mfePips] : [mae, mfe]
    const excursion = side === 'mae' ? adverse : favorable
    if (status !== 'CLOSED' || excursion === null) return []
    const x = Math.max(0, side === 'mae' ? -excursion : excursion)
    if (unit === 'pips') return [{ x, y: pips, position }]
    if (unit === 'money') return [{ x, y: profit, position }]
    return risk === null || risk <= 0 ? [] : [{ x: x / risk, y: profit / risk, position }]
  })
}

function linesOf({ x, y, position }: Excursion, side: Side, unit: Unit): string[] {
  const decimals = unit === 'pips' ? 1 : 2
  const { id, direction, quantity, openTime, closeTime } = position
  const excursion = formatSigned(side === 'mae' ? -x : x, decimals)
  return [
    `No. ${id}, ${direction === 'LONG' ? 'long' : 'short'} ${formatPlain(quantity)}`,
    `${formatMinute(openTime)} to ${formatMinute(closeTime)}`,
    `Profit ${formatSigned(y, decimals)}${unit === 'money' ? '' : ` ${unit}`}, ${side.toUpperCase()} ${excursion}`,
  ]
}

const SIDES = [
  { value: 'mae', label: 'MAE' },
  { value: 'mfe', label: 'MFE' },
]

interface ExcursionsPanelProps {
  readonly result: BacktestDetail
  readonly positions: readonly Position[]
  readonly onChoose: (position: Position) => void
}

/** Profit of each position against its maximum adverse or favorable excursion. */
export function ExcursionsPanel({ result, positions, onChoose }: ExcursionsPanelProps): ReactElement {
  const [side, setSide] = useState<Side>('mae')
  const [unit, setUnit] = useState<Unit>('money')
  const excursions = useMemo(() => excursionsOf(positions, side, unit), [positions, side, unit])
  const currency = result.accountCurrency
  const closed = positions.filter(({ status }) => status === 'CLOSED').length
  const unitText = unit === 'money' ? currency : unit
  return (
    <Panel
      title={side === 'mae' ? 'Adverse excursion (MAE)' : 'Favorable excursion (MFE)'}
      detail={
        excursions.length === closed
          ? `n = ${formatPlain(closed)}`
          : `n = ${formatPlain(excursions.length)} of ${formatPlain(closed)}${unit === 'R' ? ' with a stop loss' : ''}`
      }
      flush
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Excursion"
            data={SIDES}
            value={side}
            onChange={(value) => setSide(value as Side)}
          />
          <SegmentedControl
            size="xs"
            aria-label="Unit"
            data={[
              { value: 'money', label: currency },
              { value: 'pips', label: 'Pips' },
              { value: 'R', label: 'R' },
            ]}
            value={unit}
            onChange={(value) => setUnit(value as Unit)}
          />
        </>
      }
    >
      {excursions.length === 0 ? (
        <EmptyState
          title="No data"
          text={
            closed === 0
              ? 'No closed positions.'
              : unit === 'R'
                ? 'No position had a stop loss, so R cannot be computed.'
                : 'This result predates excursions. Run it again to see them.'
          }
        />
      ) : (
        <div className={classes['excursions']}>
          <Scatter
            label={`Profit of ${formatCount(excursions.length, 'position')} against ${side === 'mae' ? 'adverse' : 'favorable'} excursion, in ${unitText}; the positions table has the numbers`}
            points={excursions}
            xLabel={`${side === 'mae' ? 'Adverse' : 'Favorable'} excursion, ${unitText}`}
            yLabel={`Profit, ${unitText}`}
            bound={side === 'mae' ? -1 : 1}
            linesOf={(index) => {
              const excursion = excursions[index]
              return excursion === undefined ? [] : linesOf(excursion, side, unit)
            }}
            onChoose={(index) => {
              const excursion = excursions[index]
              if (excursion !== undefined) onChoose(excursion.position)
            }}
          />
        </div>
      )}
    </Panel>
  )
}
