import { Button } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { requireLogin } from '../user/login.ts'
import type { Run, RunKind } from './run-kind.ts'
import { STATE_ACTIONS } from './state-actions.ts'
import type { RunActions } from './use-run-actions.ts'

interface RunButtonsProps {
  readonly kind: RunKind
  readonly run: Run
  /** Opened from the list of all. */
  readonly isAll: boolean
  readonly actions: RunActions
  /** The dialog that runs it again. */
  readonly renderDialog: (isOpen: boolean, close: () => void) => ReactElement
  /** The label of an action that is under way. */
  readonly pending?: string | null
}

/** In the header of a run's page: to run it again, and what its state allows. */
export function RunButtons({ kind, run, isAll, actions, renderDialog, pending = null }: RunButtonsProps): ReactElement {
  const navigate = useNavigate()
  const [isAgain, setAgain] = useState(false)
  const { allowed, isBusy, perform } = actions
  const runAgain = async (): Promise<void> => {
    if (await requireLogin(kind.loginToRun)) setAgain(true)
  }
  const act = async (): Promise<void> => {
    if (allowed === null || !(await perform(allowed)) || allowed === 'stop') return
    await navigate(kind.listOf(isAll ? null : run.algorithmId))
  }
  const { label, icon: Icon } = STATE_ACTIONS[allowed ?? 'delete']
  return (
    <>
      <Button variant="default" leftSection={<IconRepeat size={14} aria-hidden />} onClick={() => void runAgain()}>
        Run Again
      </Button>
      {allowed === null ? null : (
        <Button
          variant="default"
          leftSection={<Icon size={14} aria-hidden />}
          loading={isBusy && pending === null}
          disabled={pending !== null}
          onClick={() => void act()}
        >
          {pending ?? label}
        </Button>
      )}
      {renderDialog(isAgain, () => setAgain(false))}
    </>
  )
}
