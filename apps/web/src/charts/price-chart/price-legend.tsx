import type { Interval } from '@tradeloom/domain'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { compactNumber } from '../../ui/compact-number.ts'
import { formatNumber, formatPercent, formatPlain, NOTHING } from '../../ui/format.ts'
import classes from '../charts.module.css'
import type { LegendPlot } from './plot-lines.ts'
import { type ChartClock, UTC_CLOCK } from './chart-clock.ts'
import { rowTimeText } from './chart-times.ts'
import { formatStudy } from './format-study.ts'
import { isTick, type PriceRow, rowTime } from './price-bars.ts'
import { type HoveredBar, nameOfComputed } from './price-look.ts'

interface PriceLegendProps {
  readonly bar: HoveredBar
  readonly precision: number
  readonly clock: ChartClock
  /** Hides or shows a line. */
  readonly onToggle: (id: string) => void
}

/** Prices and lines of the bar under the pointer. */
export function PriceLegend({
  bar: { row, before, plots, computed, interval },
  precision,
  clock,
  onToggle,
}: PriceLegendProps): ReactElement {
  const [, open = 0, high = 0, low = 0, close = 0, volume = 0] = row
  const change = before === null || before === 0 || isTick(row) ? null : (close / before - 1) * 100
  const tone = close >= open ? 'gain' : 'loss'
  return (
    <div
      className={`${classes['legend']} num`}
      data-left={plots.some(({ decimals, isHidden }) => decimals !== null && !isHidden) || undefined}
    >
      <span>{timeText(row, interval, clock)}</span>
      {computed === null ? null : <span>{nameOfComputed(computed)}</span>}
      {(isTick(row)
        ? ([['Price', close]] as const)
        : ([
            ['O', open],
            ['H', high],
            ['L', low],
            ['C', close],
          ] as const)
      ).map(([name, value]) => (
        <span key={name}>
          {name} <span className={tone}>{formatNumber(value, precision)}</span>
        </span>
      ))}
      {change === null ? null : (
        <span className={change < 0 ? 'loss' : 'gain'} title="Change since the close before">
          {formatPercent(change, 2, true)}
        </span>
      )}
      {volume > 0 && !isTick(row) ? <span data-volume>Vol {compactNumber(volume)}</span> : null}
      {plots.map((plot) => (
        <span key={plot.id} data-plot={plot.name} data-hidden={plot.isHidden || undefined}>
          <button
            type="button"
            className={classes['eye']}
            aria-pressed={!plot.isHidden}
            aria-label={`Show ${plot.name}`}
            onClick={() => onToggle(plot.id)}
          >
            {plot.isHidden ? <IconEyeOff size={12} aria-hidden /> : <IconEye size={12} aria-hidden />}
          </button>{' '}
          {plot.name} <span style={{ color: plot.color }}>{valueOf(plot, precision)}</span>
          {plot.detail === null ? null : ` ${plot.detail}`}
        </span>
      ))}
    </div>
  )
}

/** A clock that is not the usual one says which it is. */
function timeText(row: PriceRow, interval: Interval, clock: ChartClock): string {
  const time = rowTimeText(rowTime(row), interval, clock)
  return clock.name === UTC_CLOCK.name ? time : `${time} ${clock.name}`
}

function valueOf({ value, isStudy, decimals }: LegendPlot, precision: number): string {
  if (value === null) return NOTHING
  // All digits: a dataset is what its provider said.
  if (decimals !== null) return formatPlain(value, decimals)
  return isStudy ? formatStudy(value) : formatNumber(value, precision)
}
