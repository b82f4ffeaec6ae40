import { Button } from '@mantine/core'
import { IconDice5, IconPlayerStop, IconRepeat, IconTrash, IconX } from '@tabler/icons-react'
import type { Optimization } from '@tradeloom/contracts'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { SimulatedBadge, StatusBadge } from '../../../ui/badges.tsx'
import page from '../../../ui/page.module.css'
import { requireLogin } from '../../auth/login.ts'
import { NewOptimizationDialog } from '../new/new-optimization-dialog.tsx'
import { allowedActions, useOptimizationActions } from '../use-optimization-actions.ts'
import classes from './optimization-detail.module.css'

interface OptimizationHeaderProps {
  readonly optimization: Optimization
  /** Opened from the list of all optimizations. */
  readonly isAll: boolean
}

/** What the optimization is, its state, and what can be done with it. */
export function OptimizationHeader({ optimization, isAll }: OptimizationHeaderProps): ReactElement {
  const { algorithmId, algorithmName, displayVersionNo, symbol, status, statusDetail, simulated } = optimization
  return (
    <div className={page['title']}>
      <h1>
        {algorithmName} {displayVersionNo} on {symbol}
      </h1>
      <StatusBadge status={status} detail={statusDetail === '' ? null : statusDetail} />
      {simulated ? <SimulatedBadge /> : null}
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
        <StateActions optimization={optimization} isAll={isAll} />
      </div>
    </div>
  )
}

function StateActions({ optimization, isAll }: OptimizationHeaderProps): ReactElement {
  const { algorithmId, readOnly } = optimization
  const navigate = useNavigate()
  const actions = useOptimizationActions(optimization)
  const allowed = allowedActions(optimization)
  const [isAgain, setAgain] = useState(false)
  const runAgain = async (): Promise<void> => {
    if (await requireLogin('Please log in to run optimization')) setAgain(true)
  }
  const leaveAfter = async (work: () => Promise<boolean>): Promise<void> => {
    if (!(await work())) return
    await (isAll
      ? navigate({ to: '/optimizations' })
      : navigate({ to: '/algorithms/$algorithmId/optimize', params: { algorithmId } }))
  }
  const common = { variant: 'default', loading: actions.isBusy }
  return (
    <>
      <Button variant="default" leftSection={<IconRepeat size={14} aria-hidden />} onClick={() => void runAgain()}>
        Run Again
      </Button>
      {allowed.stop ? (
        <Button {...common} leftSection={<IconPlayerStop size={14} aria-hidden />} onClick={() => void actions.stop()}>
          Stop
        </Button>
      ) : null}
      {allowed.cancel ? (
        <Button
          {...common}
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => void leaveAfter(actions.cancel)}
        >
          Cancel
        </Button>
      ) : null}
      {allowed.remove ? (
        <Button
          {...common}
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => void leaveAfter(actions.remove)}
        >
          Delete
        </Button>
      ) : null}
      <NewOptimizationDialog
        algorithm={{ id: algorithmId, readOnly }}
        again={optimization}
        isOpen={isAgain}
        onClose={() => setAgain(false)}
      />
    </>
  )
}
