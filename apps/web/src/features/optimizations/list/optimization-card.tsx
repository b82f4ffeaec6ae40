import type { Optimization } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatSigned, signClass } from '../../../ui/format.ts'
import { CardFigure, RunCard } from '../../../entities/runs/run-card.tsx'
import classes from '../../../entities/runs/run-list.module.css'
import { OPTIMIZATIONS } from '../optimization-kind.ts'
import { externalsSettingsText, strategyLabel } from '../optimization-labels.ts'
import { StarButton } from '../star-button.tsx'
import { RowActions } from './row-actions.tsx'
import { StatusCell } from './status-cell.tsx'

interface OptimizationCardProps {
  readonly row: Optimization
  readonly isAll: boolean
  readonly isOwn: boolean
}

export function OptimizationCard({ row, isAll, isOwn }: OptimizationCardProps): ReactElement {
  return (
    <RunCard
      kind={OPTIMIZATIONS}
      run={row}
      isAll={isAll}
      market={<strong>{row.symbol}</strong>}
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
        row.bestProfit === null ? null : (
          <CardFigure tone={signClass(row.bestProfit)}>{`Best ${formatSigned(row.bestProfit)}`}</CardFigure>
        )
      }
      problem={row.statusDetail === '' ? null : row.statusDetail}
      method={strategyLabel(row.strategy)}
    >
      <p className={`${classes['externals']} muted num`}>{externalsSettingsText(row.externalsSettings)}</p>
    </RunCard>
  )
}
