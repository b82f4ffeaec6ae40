import type { ReactElement } from 'react'
import { formatPercent, formatSigned } from '../ui/format.ts'
import classes from './parts.module.css'

export interface WaterfallStep {
  readonly label: string
  readonly change: number
}

interface Bar {
  readonly label: string
  readonly amount: number
  readonly from: number
  readonly to: number
  readonly isTotal: boolean
}

/** The first bar and the last one stand on zero, those between hang from where the one before ended. */
export function waterfallBars(first: WaterfallStep, steps: readonly WaterfallStep[], last: string): Bar[] {
  const bars: Bar[] = [{ label: first.label, amount: first.change, from: 0, to: first.change, isTotal: true }]
  let level = first.change
  for (const { label, change } of steps) {
    bars.push({ label, amount: change, from: level, to: level + change, isTotal: false })
    level += change
  }
  bars.push({ label: last, amount: level, from: 0, to: level, isTotal: true })
  return bars
}

interface WaterfallProps {
  readonly label: string
  readonly first: WaterfallStep
  readonly steps: readonly WaterfallStep[]
  readonly last: string
  readonly currency: string
}

/** From one amount to another by its steps; a table, so that it is read aloud as what it is. */
export function Waterfall({ label, first, steps, last, currency }: WaterfallProps): ReactElement {
  const bars = waterfallBars(first, steps, last)
  const ends = bars.flatMap(({ from, to }) => [from, to])
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const width = high - low || 1
  // A part of a loss says nothing.
  const hasShares = first.change > 0
  const place = (value: number): string => `${((value - low) / width) * 100}%`
  return (
    <table className={classes['table']} aria-label={label}>
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
        {bars.map(({ label: name, amount, from, to, isTotal }) => (
          <tr key={name} data-total={isTotal || undefined}>
            <th scope="row">{name}</th>
            <td className={classes['barCell']} aria-hidden>
              <span className={classes['track']}>
                <span className={classes['zero']} style={{ left: place(0) }} />
                {amount === 0 ? null : (
                  <span
                    className={classes['bar']}
                    data-tone={isTotal ? undefined : amount > 0 ? 'gain' : 'loss'}
                    style={{ left: place(Math.min(from, to)), width: `${(Math.abs(to - from) / width) * 100}%` }}
                  />
                )}
              </span>
            </td>
            <td data-number className={amount === 0 ? 'muted' : undefined}>
              {formatSigned(amount)}
            </td>
            {hasShares ? (
              <td data-number className="muted">
                {amount === 0 ? '' : formatPercent((amount / first.change) * 100, 1)}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
