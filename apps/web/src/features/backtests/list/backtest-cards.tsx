import type { Backtest } from '@tradeloom/contracts'
import type { ReactElement, ReactNode } from 'react'
import type { Selection } from '../../../ui/data-table.tsx'
import { SelectBox } from '../../../ui/select-box.tsx'
import { useRangeSelection } from '../../../ui/use-range-selection.ts'
import { SparkLine } from '../../../ui/spark-line.tsx'
import { StarButton } from '../star-button.tsx'
import { SimulatedBadge } from '../../../ui/badges.tsx'
import { formatCount, formatDay, formatLastDay, formatPercent, signClass } from '../../../ui/format.ts'
import { intervalLabel } from '../backtest-labels.ts'
import { MarketsCell, ResultLink } from './backtest-columns.tsx'
import classes from './backtest-list.module.css'
import { RowActions } from './row-actions.tsx'
import { StatusCell } from './status-cell.tsx'

interface BacktestCardsProps {
  readonly rows: readonly Backtest[]
  readonly isAll: boolean
  readonly footer: ReactNode
  readonly selection?: Selection<Backtest>
}

/** The list for narrow screens: the key figures of each row, without horizontal scrolling. */
export function BacktestCards({ rows, isAll, footer, selection }: BacktestCardsProps): ReactElement {
  const select = useRangeSelection(selection, () => rows.map(({ id }) => id))
  return (
    <>
      <ul className={classes['cards']}>
        {rows.map((row) => (
          <li key={row.id} className={classes['card']}>
            <div className={classes['cardLine']}>
              {selection === undefined ? null : (
                <SelectBox
                  name={selection.nameOf(row)}
                  isSelected={selection.selected.has(row.id)}
                  onChange={(isSelected, isRange) => select(row.id, isSelected, isRange)}
                />
              )}
              <MarketsCell row={row} />
              <span className="muted">{row.broker}</span>
              {row.simulated ? <SimulatedBadge /> : null}
              <span className={classes['end']}>
                <StarButton row={row} />
                <RowActions row={row} />
              </span>
            </div>
            <div className={classes['cardLine']}>
              <StatusCell row={row} />
              <span className={`${classes['end']} num ${signClass(row.profitPercentage)}`}>
                {formatPercent(row.profitPercentage, 2, true)}
              </span>
            </div>
            {row.detail === null || row.status === 'In Progress' ? null : (
              <p className={classes['detail']}>{row.detail}</p>
            )}
            <div className={`${classes['cardLine']} muted num`}>
              {isAll ? <span className={`truncate ${classes['name']}`}>{row.algorithmName}</span> : null}
              <span>{row.displayVersionNo}</span>
            </div>
            <div className={`${classes['cardLine']} muted num`}>
              <span>
                {formatDay(row.start)} to {formatLastDay(row.end)}
              </span>
              <span className={classes['end']}>{intervalLabel(row.interval)}</span>
            </div>
            {row.sparkline === null ? null : <SparkLine values={row.sparkline} height={26} />}
            {row.note ? <p className={`${classes['note']} muted`}>{row.note}</p> : null}
            {row.positionCount === null ? null : (
              <div className={`${classes['cardLine']} muted num`}>
                <span>{formatCount(row.positionCount, 'position')}</span>
                <span className={classes['end']}>Drawdown {formatPercent(row.maxDrawdownPercentage)}</span>
              </div>
            )}
            <div className={`${classes['cardLine']} num`}>
              <ResultLink row={row} isAll={isAll} />
            </div>
          </li>
        ))}
      </ul>
      {footer}
    </>
  )
}
