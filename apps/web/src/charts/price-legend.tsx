import type { ReactElement } from 'react'
import { formatMinute, formatNumber, formatPlain } from '../ui/format.ts'
import classes from './charts.module.css'
import { rowTime } from './price-bars.ts'
import type { HoveredBar } from './price-view.ts'

interface PriceLegendProps {
  readonly bar: HoveredBar
  readonly precision: number
}

/** Prices and plots of the bar under the pointer. */
export function PriceLegend({ bar: { row, plots }, precision }: PriceLegendProps): ReactElement {
  const [, open = 0, high = 0, low = 0, close = 0] = row
  const tone = close >= open ? 'gain' : 'loss'
  return (
    <div className={`${classes['legend']} num`}>
      <span>{formatMinute(rowTime(row))}</span>
      {(
        [
          ['O', open],
          ['H', high],
          ['L', low],
          ['C', close],
        ] as const
      ).map(([name, value]) => (
        <span key={name}>
          {name} <span className={tone}>{formatNumber(value, precision)}</span>
        </span>
      ))}
      {plots.map(({ name, color, isStudy, value }) => (
        <span key={name} data-plot={name}>
          {name} <span style={{ color }}>{isStudy ? formatPlain(value, 4) : formatNumber(value, precision)}</span>
        </span>
      ))}
    </div>
  )
}
