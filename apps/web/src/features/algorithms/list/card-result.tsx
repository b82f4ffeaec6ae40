import type { CardResult as Result } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { SimulatedBadge } from '../../../ui/badges.tsx'
import { formatPercent, formatPlain, signClass } from '../../../ui/format.ts'
import { SparkLine } from '../../../ui/spark-line.tsx'
import classes from './algorithm-list.module.css'

/** The newest completed run of the shared version, on real prices if there is one: its equity and three figures. */
export function CardResult({ result }: { readonly result: Result }): ReactElement {
  const { simulated, profitPercentage, maxDrawdownPercentage, positionCount, sparkline } = result
  return (
    <div className={classes['result']}>
      {simulated ? (
        <span className={classes['simulated']}>
          <SimulatedBadge />
        </span>
      ) : null}
      <SparkLine values={sparkline} height={52} />
      <dl className={classes['figures']}>
        <div>
          <dt>Return</dt>
          <dd className={`num ${signClass(profitPercentage)}`}>{formatPercent(profitPercentage, 2, true)}</dd>
        </div>
        <div>
          <dt>Drawdown</dt>
          <dd className="num">{formatPercent(maxDrawdownPercentage)}</dd>
        </div>
        <div>
          <dt>Positions</dt>
          <dd className="num">{formatPlain(positionCount)}</dd>
        </div>
      </dl>
    </div>
  )
}
