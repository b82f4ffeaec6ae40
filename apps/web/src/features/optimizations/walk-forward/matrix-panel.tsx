import { Box, SegmentedControl } from '@mantine/core'
import type { OptimizationWalkForward, WalkForwardCellView } from '@tradeloom/contracts'
import { type CSSProperties, type ReactElement, useState } from 'react'
import { formatCount, formatPercent, NOTHING } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import classes from './walk-forward.module.css'

type Figure = 'profitPercentage' | 'efficiency'

const FIGURES = [
  { value: 'profitPercentage', label: 'Profit' },
  { value: 'efficiency', label: 'Efficiency' },
] satisfies { value: Figure; label: string }[]

interface MatrixPanelProps {
  readonly cells: OptimizationWalkForward['cells']
  /** The cell whose windows are shown below. */
  readonly shown: WalkForwardCellView | undefined
  readonly onShow: (cell: WalkForwardCellView) => void
}

/** Every pair of window lengths: a heat map that is a table, so it can be read without its colors. */
export function MatrixPanel({ cells, shown, onShow }: MatrixPanelProps): ReactElement | null {
  const [figure, setFigure] = useState<Figure>('profitPercentage')
  if (cells.length < 2) return null
  const lengths = (key: 'trainDays' | 'testDays'): number[] =>
    [...new Set(cells.map((cell) => cell[key]))].toSorted((a, b) => a - b)
  const tests = lengths('testDays')
  const reach = Math.max(...cells.map((cell) => Math.abs(cell[figure] ?? 0)))
  return (
    <Panel
      title="Matrix of window lengths"
      detail="Out of sample, all pairs tested from the same day on"
      flush
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Figure in the matrix"
          data={FIGURES}
          value={figure}
          onChange={(value) => setFigure(value as Figure)}
        />
      }
    >
      <div className={classes['matrix']} tabIndex={0} role="group" aria-label="Matrix of window lengths">
        <table className="num" aria-label="Matrix of window lengths">
          <thead>
            <tr>
              <th scope="col">Training ↓ Test →</th>
              {tests.map((days) => (
                <th key={days} scope="col">
                  {formatCount(days, 'day')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lengths('trainDays').map((train) => (
              <tr key={train}>
                <th scope="row">{formatCount(train, 'day')}</th>
                {tests.map((test) => {
                  const cell = cells.find((one) => one.trainDays === train && one.testDays === test)
                  if (cell === undefined) return <td key={test}>{NOTHING}</td>
                  return (
                    <td key={test} style={tint(cell[figure], reach)}>
                      <button type="button" aria-pressed={cell === shown} onClick={() => onShow(cell)}>
                        <strong>{textOf(cell, figure)}</strong>
                        <span>{progressOf(cell)}</span>
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Box maw="84ch" m={0} p="0 14px 12px" c="var(--text-2)" fz={13} lh="19px" component="p">
        <strong>{summaryOf(cells)}</strong> Choosing the best pair now would be one more selection: its figure is the
        luckiest of {cells.length}, and no unseen test is left. Trust a pair that you chose before, or an area where
        most pairs gain.
      </Box>
    </Panel>
  )
}

function textOf(cell: WalkForwardCellView, figure: Figure): string {
  const value = cell[figure]
  if (value === null) return NOTHING
  return figure === 'efficiency' ? formatPercent(value * 100, 0) : formatPercent(value, 2, true)
}

function progressOf({ windows, tested, gained }: WalkForwardCellView): string {
  return tested === 0 ? `0 of ${formatCount(windows, 'test')}` : `${gained} of ${formatCount(tested, 'test')} gained`
}

function summaryOf(cells: readonly WalkForwardCellView[]): string {
  const known = cells.filter(({ profit }) => profit !== null)
  const gained = known.filter(({ profit }) => (profit ?? 0) > 0).length
  return known.length === 0
    ? 'No pair has been tested yet.'
    : `${gained} of ${formatCount(known.length, 'pair')} gained.`
}

/** Stronger for larger figures; the sign is in the text too. */
function tint(value: number | null, reach: number): CSSProperties {
  if (value === null || reach === 0 || value === 0) return {}
  const share = Math.round(10 + (45 * Math.abs(value)) / reach)
  return { background: `color-mix(in srgb, var(${value > 0 ? '--buy' : '--sell'}) ${share}%, transparent)` }
}
