import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { requireLogin } from '../user/login.ts'
import type { Run, RunKind } from './run-kind.ts'
import { dropRun } from './run-lists-live.ts'

/** What the state of a run allows: to cancel it while it is queued, stop it while it runs, delete it once it has ended. */
export type StateAction = 'cancel' | 'stop' | 'delete'

export interface RunActions {
  /** Null for runs of other users. */
  readonly allowed: StateAction | null
  readonly isBusy: boolean
  /** Asks for confirmation first. Resolves to whether it was done. */
  readonly perform: (action: StateAction) => Promise<boolean>
}

/** What the actions on a kind of run do and say. */
export interface RunOperations {
  /** Asks visitors to log in before an action. */
  readonly login: (action: StateAction) => string
  /** What is asked before an action. */
  readonly questions: Readonly<Record<StateAction, string>>
  /** Cancels or deletes it on the server. */
  readonly remove: () => Promise<unknown>
  readonly stop: () => Promise<void>
  readonly onCanceled?: () => void
}

// The specification's spelling of the toast.
const DONE = { cancel: 'cancelled', delete: 'deleted' } as const
const DOING = { cancel: 'cancelling', stop: 'stopping', delete: 'deleting' } as const
const VERBS = { cancel: 'Cancel', stop: 'Stop', delete: 'Delete' } as const

export function stateActionOf({ status, readOnly }: Pick<Run, 'status' | 'readOnly'>): StateAction | null {
  if (readOnly) return null
  if (status === 'Queued') return 'cancel'
  return status === 'In Progress' ? 'stop' : 'delete'
}

export function useRunActions(kind: RunKind, run: Run, operations: RunOperations): RunActions {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  const work = async (action: StateAction): Promise<void> => {
    if (action === 'stop') return operations.stop()
    await operations.remove()
    dropRun(client, kind, run.id)
    void client.invalidateQueries({ queryKey: [kind.listKey] })
    toastSuccess(`${kind.title} ${DONE[action]}`)
    if (action === 'cancel') operations.onCanceled?.()
  }
  return {
    allowed: stateActionOf(run),
    isBusy,
    async perform(action) {
      const title = `${VERBS[action]} ${kind.name}`
      const question = { title, text: operations.questions[action], confirm: title, isDestructive: action !== 'stop' }
      if (!(await askToConfirm(question))) return false
      if (!(await requireLogin(operations.login(action)))) return false
      setBusy(true)
      try {
        await work(action)
        return true
      } catch (error) {
        const failure = `Error ${DOING[action]} ${kind.name}`
        toastError(error instanceof ApiError && error.code !== 'unknown' ? errorText(error) : failure)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
