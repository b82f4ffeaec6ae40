import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatCount, formatSigned } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import classes from '../backtest-result.module.css'
import { Figure } from '../overview/figure.tsx'
import { statistic } from '../metrics/metric-format.ts'

/** Where the profit lies between worst and best case, 0 to 1; in the middle when both are equal. */
function share(worst: number, best: number, profit: number): number {
  return best > worst ? Math.min(1, Math.max(0, (profit - worst) / (best - worst))) : 0.5
}

/** The profit as an interval when minute bars leave exits ambiguous; nothing when they do not. */
export function AmbiguityPanel({ result }: { readonly result: BacktestDetail }): ReactElement | null {
  const count = statistic(result, 'ambiguousPositions') ?? 0
  const worst = statistic(result, 'ambiguousWorstProfit')
  const best = statistic(result, 'ambiguousBestProfit')
  const profit = statistic(result, 'profit') ?? 0
  const resolved = statistic(result, 'minutesResolvedByTicks') ?? 0
  if (count === 0 || worst === null || best === null) return null
  const currency = result.accountCurrency
  return (
    <Panel
      title="Ambiguous profit"
      detail={<span className={classes['doubt']}>{formatCount(count, 'ambiguous position')}</span>}
    >
      <div className={classes['ambiguity']}>
        <div className={`${classes['range']} num`}>
          <span>
            <span className="muted">Worst</span>{' '}
            <Figure field="statistics.ambiguousWorstProfit" raw={worst} text={formatSigned(worst)} />
          </span>
          <span className={classes['rangeTrack']} aria-hidden>
            <span style={{ left: `${share(worst, best, profit) * 100}%` }} />
          </span>
          <span>
            <Figure field="statistics.ambiguousBestProfit" raw={best} text={formatSigned(best)} />{' '}
            <span className="muted">best</span>
          </span>
        </div>
        <p className={classes['plain']}>
          {`In ${formatCount(count, 'position')}, stop and target were both inside one minute bar, which does not show which was hit first. The profit is between ${formatSigned(worst)} and ${formatSigned(best)} ${currency}; the result uses ${formatSigned(profit)}, from the chosen price path inside a bar. `}
          {resolved === 0
            ? 'Ticks of these minutes would resolve it.'
            : `Available ticks resolved ${formatCount(resolved, 'other minute')}.`}
        </p>
      </div>
    </Panel>
  )
}
