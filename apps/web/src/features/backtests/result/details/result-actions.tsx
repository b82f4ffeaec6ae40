import { Button } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { IconFingerprint, IconPlayerStop, IconRepeat, IconTrash, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { requireLogin } from '../../../auth/login.ts'
import { NewBacktestDialog } from '../../lazy-new-backtest-dialog.ts'
import { STOPPING, useShownStatus } from '../../stopping.ts'
import { allowedActions, useBacktestActions } from '../../use-backtest-actions.ts'
import { ExportMenu } from '../report/export-menu.tsx'

const ReproducibilityDrawer = lazyPart(async () => (await import('./reproducibility-drawer.tsx')).ReproducibilityDrawer)

interface ResultActionsProps {
  readonly result: BacktestDetail
  /** Opened from the list of all backtests. */
  readonly isAll: boolean
}

/** What can be done with a run in its state. */
export function ResultActions({ result, isAll }: ResultActionsProps): ReactElement {
  const navigate = useNavigate()
  const actions = useBacktestActions(result)
  const allowed = allowedActions(result)
  const isStopping = useShownStatus(result) === STOPPING
  const [isAgain, setAgain] = useState(false)
  const [isManifest, setManifest] = useState(false)
  const leaveAfter = async (work: () => Promise<boolean>): Promise<void> => {
    if (!(await work())) return
    await (isAll
      ? navigate({ to: '/backtests' })
      : navigate({ to: '/algorithms/$algorithmId/backtest', params: { algorithmId: result.algorithmId } }))
  }
  const runAgain = async (): Promise<void> => {
    if (await requireLogin('Please log in to run new backtests')) setAgain(true)
  }
  return (
    <>
      <Button variant="default" leftSection={<IconRepeat size={14} aria-hidden />} onClick={() => void runAgain()}>
        Run Again
      </Button>
      {allowed.stop ? (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          disabled={isStopping}
          onClick={() => void actions.stop()}
        >
          {isStopping ? STOPPING : 'Stop'}
        </Button>
      ) : null}
      {allowed.cancel ? (
        <Button
          variant="default"
          leftSection={<IconX size={14} aria-hidden />}
          loading={actions.isBusy}
          onClick={() => void leaveAfter(actions.cancel)}
        >
          Cancel
        </Button>
      ) : null}
      {allowed.remove ? (
        <Button
          variant="default"
          leftSection={<IconTrash size={14} aria-hidden />}
          loading={actions.isBusy}
          onClick={() => void leaveAfter(actions.remove)}
        >
          Delete
        </Button>
      ) : null}
      {result.resultHash === null ? null : <ExportMenu result={result} />}
      {result.resultHash === null ? null : (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={14} aria-hidden />}
          onClick={() => setManifest(true)}
        >
          Reproducibility
        </Button>
      )}
      <ReproducibilityDrawer result={result} isOpen={isManifest} onClose={() => setManifest(false)} />
      <NewBacktestDialog
        algorithm={{ id: result.algorithmId, readOnly: result.readOnly }}
        again={result}
        isOpen={isAgain}
        onClose={() => setAgain(false)}
      />
    </>
  )
}
