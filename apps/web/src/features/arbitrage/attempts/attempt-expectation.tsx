import type { ReactElement } from 'react'
import { formatNumber, formatPercent, formatSigned, signClass } from '../../../ui/format.ts'
import { expectedNow, lossAtLimits } from './attempt-draft.ts'
import type { AttemptParts } from './attempt-parts.ts'
import classes from './attempts.module.css'

/** What both orders would bring now, and at their limits. */
export function AttemptExpectation({ markets, pair, rate, numbers, accounts }: AttemptParts): ReactElement | null {
  const { buy } = markets
  const { quantity } = numbers
  if (!(quantity > 0)) return null
  const { net, fees, percent, buyAverage, sellAverage } = expectedNow(pair, quantity, markets)
  const worst = -lossAtLimits(numbers, markets, pair.conversion) * rate
  const price = (value: number): string => formatNumber(value, buy.precision)
  const lines: readonly (readonly [string, string, string?])[] = [
    ['Expected net', `${formatSigned(net)} ${buy.quote}, ${formatPercent(percent, 2, true)}`, signClass(net)],
    ['Average prices', `${price(buyAverage)} and ${price(sellAverage)}`],
    ['Fees of both', `${formatNumber(fees)} ${buy.quote}`],
    [
      'At both limits',
      Number.isFinite(worst) ? `${formatSigned(worst)} ${accounts.buy.currency}` : '',
      signClass(worst),
    ],
  ]
  return (
    <dl className={classes['facts']} aria-label="What is expected">
      {lines.map(([name, text, tone]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={`num ${tone ?? ''}`}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
