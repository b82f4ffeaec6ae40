import { SegmentedControl } from '@mantine/core'
import type { OptimizationMonteCarlo } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPercent, formatPlain } from '../../../ui/format.ts'
import { Stat } from '../../../ui/stat.tsx'
import { MAX_DRAWDOWN } from '../../../ui/profit-terms.ts'
import classes from './luck.module.css'

export type OrderDrawdownsOf = NonNullable<OptimizationMonteCarlo['orderDrawdowns']>
export type Permuted = OrderDrawdownsOf['permuted']

const NAMES: Readonly<Record<Permuted, string>> = { money: 'Profits in money', share: 'Returns' }
const FITTING: Readonly<Record<Permuted, string>> = {
  money: 'Profits in money fit this run, whose stakes did not grow with its equity.',
  share: 'Returns fit this run, whose stakes were nearer to a constant share of its equity than to a constant amount.',
}

/** Drawdowns of the same positions in another order. */
export function OrderDrawdowns({
  drawdowns,
  shown,
  draws,
}: {
  readonly drawdowns: OrderDrawdownsOf
  readonly shown: Permuted
  readonly draws: number
}): ReactElement {
  const { actual, p50, p95, worst, ruined } = drawdowns[shown] ?? drawdowns.money
  const lost = ruined === 0 ? '' : `, ${formatPlain(ruined)} of ${formatPlain(draws)} draws lose everything`
  return (
    <Stat
      label={`${MAX_DRAWDOWN}, ${NAMES[shown].toLowerCase()} in another order`}
      value={`${formatPercent(p50)} to ${formatPercent(p95)}`}
      detail={`actual ${formatPercent(actual)}, worst ${formatPercent(worst)}${lost}`}
    />
  )
}

/** Which of the two is put in another order, and which fits. */
export function PermutedChoice({
  drawdowns,
  shown,
  onChange,
}: {
  readonly drawdowns: OrderDrawdownsOf
  readonly shown: Permuted
  readonly onChange: (shown: Permuted) => void
}): ReactElement {
  return (
    <div className={classes['permuted']}>
      <SegmentedControl
        size="xs"
        aria-label="What is put in another order"
        data={(['money', 'share'] as const).map((value) => ({
          value,
          label: NAMES[value],
          disabled: drawdowns[value] === null,
        }))}
        value={shown}
        onChange={onChange}
      />
      <span>
        {drawdowns.share === null ? 'Everything was lost, so there are no returns.' : FITTING[drawdowns.permuted]}
      </span>
    </div>
  )
}
