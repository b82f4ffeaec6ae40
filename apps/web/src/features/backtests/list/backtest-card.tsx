import { Group } from '@mantine/core'
import type { Backtest } from '@tradeloom/contracts'
import type { ReactElement, ReactNode } from 'react'
import { formatCount, formatPercent, signClass } from '../../../ui/format.ts'
import { SparkLine } from '../../../ui/spark-line.tsx'
import { CardFigure, RunCard } from '../../../entities/runs/run-card.tsx'
import classes from '../../../entities/runs/run-list.module.css'
import { BACKTESTS } from '../backtest-kind.ts'
import { StarButton } from '../star-button.tsx'
import { MarketsCell } from './backtest-columns.tsx'
import { RowActions } from './row-actions.tsx'
import { StatusCell } from './status-cell.tsx'

interface BacktestCardProps {
  readonly row: Backtest
  readonly isAll: boolean
  readonly isOwn: boolean
  readonly select: ReactNode
}

export function BacktestCard({ row, isAll, isOwn, select }: BacktestCardProps): ReactElement {
  return (
    <RunCard
      kind={BACKTESTS}
      run={row}
      isAll={isAll}
      select={select}
      market={<MarketsCell row={row} />}
      tools={
        isOwn ? (
          <>
            <StarButton row={row} />
            <RowActions row={row} />
          </>
        ) : null
      }
      status={<StatusCell row={row} />}
      figure={
        <CardFigure tone={signClass(row.profitPercentage)}>{formatPercent(row.profitPercentage, 2, true)}</CardFigure>
      }
      problem={row.detail}
    >
      {row.sparkline === null ? null : <SparkLine values={row.sparkline} height={26} />}
      {row.note ? <p className={`${classes['note']} muted`}>{row.note}</p> : null}
      {row.positionCount === null ? null : (
        <Group gap={8} miw={0} className="muted num">
          <span>{formatCount(row.positionCount, 'position')}</span>
          <CardFigure>Drawdown {formatPercent(row.maxDrawdownPercentage)}</CardFigure>
        </Group>
      )}
    </RunCard>
  )
}
