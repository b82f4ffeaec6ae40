import type { ReactElement } from 'react'
import { formatPercent, formatSigned } from '../ui/format.ts'
import { rawFigure } from '../ui/raw-figure.ts'
import { barScale, barSpan } from './bar-scale.ts'
import classes from './parts.module.css'
import tables from '../ui/table.module.css'

export interface WaterfallStep {
  readonly label: string
  readonly change: number
  /** Where it is in the answers of the API; see `rawFigure`. */
  readonly field?: string
}

interface Bar {
  readonly field: string | undefined
  readonly label: string
  readonly amount: number
  readonly from: number
  readonly to: number
  readonly isTotal: boolean
}

/** The first and last bars start at zero; each bar in between starts where the one before it ended. */
export function waterfallBars(first: WaterfallStep, steps: readonly WaterfallStep[], last: WaterfallStep): Bar[] {
  const bars: Bar[] = [
    { field: first.field, label: first.label, amount: first.change, from: 0, to: first.change, isTotal: true },
  ]
  let level = first.change
  for (const { label, change, field } of steps) {
    bars.push({ field, label, amount: change, from: level, to: level + change, isTotal: false })
    level += change
  }
  // Not the sum of the steps, which has the rounding noise of an addition.
  bars.push({ field: last.field, label: last.label, amount: last.change, from: 0, to: last.change, isTotal: true })
  return bars
}

interface WaterfallProps {
  readonly label: string
  readonly first: WaterfallStep
  readonly steps: readonly WaterfallStep[]
  readonly last: WaterfallStep
  readonly currency: string
}

/** The steps from one amount to another. A table, so that screen readers announce it as one. */
export function Waterfall({ label, first, steps, last, currency }: WaterfallProps): ReactElement {
  const bars = waterfallBars(first, steps, last)
  const percent = barScale(bars.flatMap(({ from, to }) => [from, to]))
  // A share of a loss means nothing.
  const hasShares = first.change > 0
  return (
    <table className={`${tables['table']} ${classes['bars']}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col" className={classes['barCell']} aria-hidden />
          <th scope="col" data-number>
            {currency}
          </th>
          {hasShares ? (
            <th scope="col" data-number>
              of gross
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ field, label: name, amount, from, to, isTotal }) => (
          <tr key={name} data-total={isTotal || undefined}>
            <th scope="row">{name}</th>
            <td className={classes['barCell']} aria-hidden>
              <span className={classes['track']}>
                <span className={classes['zero']} style={{ left: `${percent(0)}%` }} />
                {amount === 0 ? null : (
                  <span
                    className={classes['bar']}
                    data-tone={isTotal ? undefined : amount > 0 ? 'gain' : 'loss'}
                    style={barSpan(percent, from, to)}
                  />
                )}
              </span>
            </td>
            <td data-number className={amount === 0 ? 'muted' : undefined} {...rawFigure(field, amount)}>
              {formatSigned(amount)}
            </td>
            {hasShares ? (
              <td
                data-number
                className="muted"
                {...rawFigure(field && `shares.${field}`, amount === 0 ? null : amount / first.change)}
              >
                {amount === 0 ? '' : formatPercent((amount / first.change) * 100, 1)}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
