import type { Optimization } from '@tradeloom/contracts'
import type { ReactElement, ReactNode } from 'react'
import { SimulatedBadge } from '../../../ui/badges.tsx'
import { formatDay, formatLastDay, formatSigned, signClass } from '../../../ui/format.ts'
import { intervalLabel } from '../../backtests/backtest-labels.ts'
import { externalsSettingsText, strategyLabel } from '../optimization-labels.ts'
import { OptimizationLink } from './optimization-link.tsx'
import classes from './optimization-list.module.css'
import { RowActions } from './row-actions.tsx'
import { StatusCell } from './status-cell.tsx'

interface OptimizationCardsProps {
  readonly rows: readonly Optimization[]
  readonly isAll: boolean
  readonly isOwn: boolean
  readonly footer: ReactNode
}

/** The list for narrow screens. */
export function OptimizationCards({ rows, isAll, isOwn, footer }: OptimizationCardsProps): ReactElement {
  return (
    <>
      <ul className={classes['cards']}>
        {rows.map((row) => (
          <li key={row.id} className={classes['card']}>
            <div className={classes['cardLine']}>
              <strong>{row.symbol}</strong>
              <span className="muted">{row.broker}</span>
              {row.simulated ? <SimulatedBadge /> : null}
              <span className={classes['end']}>{isOwn ? <RowActions row={row} /> : null}</span>
            </div>
            <div className={classes['cardLine']}>
              <StatusCell row={row} />
              {row.bestProfit === null ? null : (
                <span className={`${classes['end']} num ${signClass(row.bestProfit)}`}>
                  {`Best ${formatSigned(row.bestProfit)}`}
                </span>
              )}
            </div>
            {row.statusDetail === '' || row.status === 'In Progress' ? null : (
              <p className={classes['detail']}>{row.statusDetail}</p>
            )}
            <div className={`${classes['cardLine']} muted num`}>
              {isAll ? <span>{row.algorithmName}</span> : null}
              <span>{row.displayVersionNo}</span>
              <span className={classes['end']}>{strategyLabel(row.strategy)}</span>
            </div>
            <div className={`${classes['cardLine']} muted num`}>
              <span>
                {formatDay(row.start)} to {formatLastDay(row.end)}
              </span>
              <span className={classes['end']}>{intervalLabel(row.interval)}</span>
            </div>
            <p className={`${classes['externals']} muted num`}>{externalsSettingsText(row.externalsSettings)}</p>
            <div className={`${classes['cardLine']} num`}>
              <OptimizationLink row={row} isAll={isAll} />
            </div>
          </li>
        ))}
      </ul>
      {footer}
    </>
  )
}
