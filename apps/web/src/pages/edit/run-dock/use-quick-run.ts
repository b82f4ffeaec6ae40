import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { loadModule } from '../../../ui/load-module.ts'
import { toastError } from '../../../ui/toast.ts'
import { currentUser, requireLogin } from '../../../entities/user/login.ts'

export interface QuickRun {
  readonly isBusy: boolean
  /** The run that was started last on this page. */
  readonly startedId: string | null
  /** Saves what is not saved, and runs it with the settings last used. */
  readonly run: () => Promise<void>
}

/** "Save & run": one key from a changed script to its result. `onProblem` is called when settings are missing. */
export function useQuickRun(
  algorithm: Algorithm,
  /** Saves what is not saved, and returns the version to run; null when it was not saved. */
  versionToRun: () => Promise<AlgorithmVersion | null>,
): QuickRun {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [startedId, setStartedId] = useState<string | null>(null)
  // The key is handled by the code editor and by the page.
  const isRunning = useRef(false)
  const latest = useRef(versionToRun)
  useLayoutEffect(() => {
    latest.current = versionToRun
  })
  const start = async (): Promise<void> => {
    if (!(await requireLogin('Please log in to run new backtests'))) return
    const user = currentUser()
    const version = await latest.current()
    if (version === null || user === null) return
    const [{ prepareRun }, { sendWhenFetched }] = await Promise.all([
      loadModule(() => import('../../../entities/run-settings/prepare-run.ts')),
      loadModule(() => import('../../../entities/datasets/send-when-fetched.ts')),
    ])
    const prepared = await prepareRun(client, algorithm, version, user.id)
    if (prepared === null) return
    if ('problem' in prepared) {
      toastError(`${prepared.problem}. Choose other settings with New Backtest`, 'quick-run')
      return
    }
    const queued = await sendWhenFetched(() => call('runBacktest', { body: prepared.body }))
    prepared.remember()
    setStartedId(queued.id)
    await client.invalidateQueries({ queryKey: ['backtests'] })
  }
  return {
    isBusy,
    startedId,
    async run() {
      if (isRunning.current) return
      isRunning.current = true
      setBusy(true)
      await start().catch((error: unknown) => toastError(errorText(error), 'quick-run'))
      isRunning.current = false
      setBusy(false)
    },
  }
}
