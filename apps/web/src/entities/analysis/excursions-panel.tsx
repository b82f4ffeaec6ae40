import { Box, SegmentedControl } from '@mantine/core'
import type { BacktestDetail, Excursions } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useMemo, useState } from 'react'
import { Scatter } from '../../charts/scatter.tsx'
import { formatCount, formatMinute, formatPlain, formatSigned } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../ui/states.tsx'
import { excursionsQuery } from '../runs/result-queries.ts'

type Unit = 'money' | 'pips' | 'R'
type Side = 'mae' | 'mfe'

interface Excursion {
  readonly x: number
  readonly y: number
  /** Index into the columns. */
  readonly row: number
}

/** Adverse or favorable excursion (x) and profit (y) of closed positions, in one unit. */
export function excursionsOf(columns: Excursions, side: Side, unit: Unit): Excursion[] {
  const { mae, mfe, maePips, mfePips, risk, profit, pips } = columns
  const [adverse, favorable] = unit === 'pips' ? [maePips, mfePips] : [mae, mfe]
  return columns.id.flatMap((_, row) => {
    const excursion = (side === 'mae' ? adverse : favorable)[row] ?? null
    if (excursion === null) return []
    const x = Math.max(0, side === 'mae' ? -excursion : excursion)
    if (unit === 'pips') return [{ x, y: pips[row] ?? 0, row }]
    if (unit === 'money') return [{ x, y: profit[row] ?? 0, row }]
    const risked = risk[row] ?? null
    return risked === null || risked <= 0 ? [] : [{ x: x / risked, y: (profit[row] ?? 0) / risked, row }]
  })
}

function linesOf({ x, y, row }: Excursion, columns: Excursions, side: Side, unit: Unit): string[] {
  const decimals = unit === 'pips' ? 1 : 2
  const excursion = formatSigned(side === 'mae' ? -x : x, decimals)
  return [
    `No. ${columns.id[row]}, ${columns.isLong[row] === true ? 'long' : 'short'} ${formatPlain(columns.quantity[row])}`,
    `${formatMinute(columns.openTime[row])} to ${formatMinute(columns.closeTime[row])}`,
    `Profit ${formatSigned(y, decimals)}${unit === 'money' ? '' : ` ${unit}`}, ${side.toUpperCase()} ${excursion}`,
  ]
}

const SIDES = [
  { value: 'mae', label: 'MAE' },
  { value: 'mfe', label: 'MFE' },
]

const NONE: Excursions = {
  id: [],
  isLong: [],
  quantity: [],
  openTime: [],
  closeTime: [],
  profit: [],
  pips: [],
  mae: [],
  mfe: [],
  maePips: [],
  mfePips: [],
  risk: [],
}
const HEIGHT = 360

interface ExcursionsPanelProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
  /** Gets the number of the position. */
  readonly onChoose: (id: number) => void
}

/** Profit of each position against its maximum adverse or favorable excursion. */
export function ExcursionsPanel({ result, isShared, onChoose }: ExcursionsPanelProps): ReactElement {
  const [side, setSide] = useState<Side>('mae')
  const [unit, setUnit] = useState<Unit>('money')
  const query = useQuery(excursionsQuery(result.id, isShared))
  const columns = query.data ?? NONE
  const excursions = useMemo(() => excursionsOf(columns, side, unit), [columns, side, unit])
  const currency = result.accountCurrency
  const closed = columns.id.length
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
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <LoadingBlock height={HEIGHT} /> : null}
      {query.data === undefined ? null : excursions.length === 0 ? (
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
        <Box p="4px 8px 8px">
          <Scatter
            label={`Profit of ${formatCount(excursions.length, 'position')} against ${side === 'mae' ? 'adverse' : 'favorable'} excursion, in ${unitText}; the positions table has the numbers`}
            points={excursions}
            xLabel={`${side === 'mae' ? 'Adverse' : 'Favorable'} excursion, ${unitText}`}
            yLabel={`Profit, ${unitText}`}
            bound={side === 'mae' ? -1 : 1}
            linesOf={(index) => {
              const excursion = excursions[index]
              return excursion === undefined ? [] : linesOf(excursion, columns, side, unit)
            }}
            onChoose={(index) => {
              const excursion = excursions[index]
              if (excursion !== undefined) onChoose(columns.id[excursion.row] ?? 0)
            }}
          />
        </Box>
      )}
    </Panel>
  )
}
