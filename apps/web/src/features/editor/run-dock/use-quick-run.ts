import type { Algorithm, AlgorithmVersion, AlgorithmVersionSummary } from '@tradeloom/contracts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { toastError } from '../../../ui/toast.ts'
import { versionsQuery } from '../../algorithms/algorithm-queries.ts'
import { currentUser, requireLogin } from '../../auth/login.ts'
import { algorithmBacktestsQuery, lastRunQuery } from '../../backtests/backtest-queries.ts'
import { type LastSettingsRun, runWithLastSettings } from '../../backtests/last-settings.ts'
import { instrumentsQuery } from '../../market-data/market-data-queries.ts'

export interface QuickRun {
  readonly isBusy: boolean
  /** The run that was started last on this page. */
  readonly startedId: string | null
  /** Saves what is not saved, and runs it with the settings last used. */
  readonly run: () => Promise<void>
}

/** Prepares the run: markets, the user's last settings, and the externals of the algorithm's last run. */
async function prepare(
  client: QueryClient,
  algorithm: Algorithm,
  version: AlgorithmVersionSummary,
  userId: string,
): Promise<LastSettingsRun | null> {
  const [instruments, newest, runs, versions] = await Promise.all([
    client.ensureQueryData(instrumentsQuery),
    client.fetchQuery(lastRunQuery),
    client.ensureInfiniteQueryData(algorithmBacktestsQuery(algorithm)),
    client.ensureQueryData(versionsQuery(algorithm)),
  ])
  const run = runs.pages[0]?.[0]
  const declared = versions.find(({ id }) => id === run?.algorithmVersionId)?.externals ?? []
  return runWithLastSettings({
    algorithm,
    version,
    userId,
    instruments,
    lastInstrumentId: newest?.instrumentId ?? null,
    lastRun: run === undefined ? null : { run, declared },
  })
}

/** "Save & run": one key from a changed script to its result. `onProblem` is called when settings are missing. */
export function useQuickRun(
  algorithm: Algorithm,
  draft: { readonly base: AlgorithmVersion | null; readonly isDirty: boolean },
  save: () => Promise<AlgorithmVersion | null>,
): QuickRun {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [startedId, setStartedId] = useState<string | null>(null)
  // The key is handled by the code editor and by the page.
  const isRunning = useRef(false)
  const start = async (): Promise<void> => {
    if (!(await requireLogin('Please log in to run new backtests'))) return
    const user = currentUser()
    const version = draft.isDirty ? await save() : draft.base
    if (version === null || user === null) return
    const prepared = await prepare(client, algorithm, version, user.id)
    if (prepared === null) return
    if ('problem' in prepared) {
      toastError(`${prepared.problem}. Choose other settings with New Backtest`, 'quick-run')
      return
    }
    const queued = await call('runBacktest', { body: prepared.body })
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
