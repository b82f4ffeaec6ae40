import type { CardResult as Result } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPercent, formatPlain, signClass } from '../../../ui/format.ts'
import { SparkLine } from '../../../ui/spark-line.tsx'
import classes from './algorithm-list.module.css'

/** The newest completed run of the shared version: its equity and three figures. */
export function CardResult({ result }: { readonly result: Result }): ReactElement {
  const { profitPercentage, maxDrawdownPercentage, positionCount, sparkline } = result
  return (
    <div className={classes['result']}>
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
