import { Button } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import type { Optimization } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { SimulatedBadge, StatusBadge } from '../../../ui/badges.tsx'
import page from '../../../ui/page.module.css'
import { RunButtons } from '../../../entities/runs/run-buttons.tsx'
import { NewOptimizationDialog } from '../new/new-optimization-dialog.tsx'
import { StarButton } from '../star-button.tsx'
import { OPTIMIZATIONS } from '../optimization-kind.ts'
import { useOptimizationActions } from '../use-optimization-actions.ts'
import classes from './optimization-detail.module.css'

interface OptimizationHeaderProps {
  readonly optimization: Optimization
  /** Opened from the list of all optimizations. */
  readonly isAll: boolean
}

/** What the optimization is, its state, and what can be done with it. */
export function OptimizationHeader({ optimization, isAll }: OptimizationHeaderProps): ReactElement {
  const { algorithmId, algorithmName, displayVersionNo, symbol, status, statusDetail, simulated } = optimization
  const actions = useOptimizationActions(optimization)
  return (
    <div className={page['title']}>
      <h1>
        {algorithmName} {displayVersionNo} on {symbol}
      </h1>
      <StatusBadge status={status} detail={statusDetail === '' ? null : statusDetail} />
      {simulated ? <SimulatedBadge /> : null}
      <StarButton row={optimization} />
      <div className={`${page['actions']} ${classes['actions']}`}>
        <Button
          variant="default"
          leftSection={<IconDice5 size={15} aria-hidden />}
          renderRoot={(props) => (
            <Link
              to="/algorithms/$algorithmId/optimize/$optimisationId/luck"
              params={{ algorithmId, optimisationId: optimization.id }}
              {...props}
            />
          )}
        >
          How much of this is luck?
        </Button>
        <RunButtons
          kind={OPTIMIZATIONS}
          run={optimization}
          isAll={isAll}
          actions={actions}
          renderDialog={(isOpen, close) => (
            <NewOptimizationDialog
              algorithm={{ id: algorithmId, readOnly: optimization.readOnly }}
              again={optimization}
              isOpen={isOpen}
              onClose={close}
            />
          )}
        />
      </div>
    </div>
  )
}
