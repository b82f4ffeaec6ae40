import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPlain, formatSigned } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import classes from '../backtest-result.module.css'
import { statistic } from '../metrics/metric-format.ts'

const many = (n: number, one: string, more: string): string => `${formatPlain(n)} ${n === 1 ? one : more}`

/** Where the profit lies between its worst and its best, 0 to 1; in the middle where the two are one. */
function share(worst: number, best: number, profit: number): number {
  return best > worst ? Math.min(1, Math.max(0, (profit - worst) / (best - worst))) : 0.5
}

/** What the minute bars leave open: the profit as an interval. Nothing where they leave nothing open. */
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
      title="Profit that the bars leave open"
      detail={<span className={classes['doubt']}>{many(count, 'ambiguous position', 'ambiguous positions')}</span>}
    >
      <div className={classes['ambiguity']}>
        <div className={`${classes['range']} num`}>
          <span>
            <span className="muted">Worst</span> {formatSigned(worst)}
          </span>
          <span className={classes['rangeTrack']} aria-hidden>
            <span style={{ left: `${share(worst, best, profit) * 100}%` }} />
          </span>
          <span>
            {formatSigned(best)} <span className="muted">best</span>
          </span>
        </div>
        <p className={classes['plain']}>
          {`In ${many(count, 'position', 'positions')} stop and target lay within one minute bar, and the bar does not tell which came first. The profit lies between ${formatSigned(worst)} and ${formatSigned(best)} ${currency}; shown is ${formatSigned(profit)}, by the way through a bar that was chosen. `}
          {resolved === 0
            ? 'Ticks of these minutes would decide.'
            : `Where there were ticks, they decided ${many(resolved, 'such minute', 'such minutes')}.`}
        </p>
      </div>
    </Panel>
  )
}
