import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatCount } from '../../ui/format.ts'
import { toastError, toastSuccess, toastWarning } from '../../ui/toast.ts'
import { versionQuery } from '../../entities/algorithms/algorithm-queries.ts'
import { analyze } from '../../entities/scripts/script-analysis.ts'
import { announceSave } from './tab-presence.ts'

interface Unsaved {
  readonly text: string
  readonly base: AlgorithmVersion | null
  /** The newest version that the user knows: the server refuses to save when there is a newer one. */
  readonly latestId: string | null
  readonly message: string
  readonly isLeaving: boolean
  /** What the editor marks: a save refuses only what cannot be parsed. */
  readonly errorCount: number
}

const SAVE_FAILED = 'Save failed'

/** The server's reason after the words that say what failed, unless it says so itself. */
function failureText(error: unknown): string {
  const text = errorText(error)
  if (!(error instanceof ApiError) || text.startsWith('Cannot save') || text.startsWith(SAVE_FAILED)) return text
  return `${SAVE_FAILED}: ${text}`
}

interface NewerVersion {
  readonly id: string
  readonly versionNo: number
}

/** The version that somebody else, or another tab, has saved since. */
function newerVersion(error: unknown): NewerVersion | null {
  return error instanceof ApiError && error.code === 'newer-version' ? (error.details as NewerVersion) : null
}

function askToSaveAnyway({ versionNo }: NewerVersion): Promise<boolean> {
  return askToConfirm({
    title: `v${versionNo} is newer`,
    text: `v${versionNo} is newer. Save as v${versionNo + 1} anyway?`,
    confirm: `Save as v${versionNo + 1}`,
  })
}

/** Saves a script as a new version, unless it has errors: then the cursor goes to the first one. */
export function useSaveVersion(
  algorithm: Algorithm,
  onProblem: (line: number, column: number) => void,
  onSaved: (saved: AlgorithmVersion, message: string) => void,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ text, base, latestId, message }: Unsaved) => {
      const [problem] = (await analyze(text)).errors
      if (problem !== undefined) {
        onProblem(problem.line, problem.column)
        const position = `line ${problem.line}, column ${problem.column}`
        throw new Error(`Cannot save. Script contains errors: ${position}: ${problem.message}`)
      }
      const save = (latestVersionId: string | null) =>
        call('saveVersion', {
          params: { id: algorithm.id },
          body: { script: text, message, previousVersionId: base?.id ?? null, latestVersionId },
        })
      return save(latestId).catch(async (error: unknown) => {
        const newer = newerVersion(error)
        if (newer === null || !(await askToSaveAnyway(newer))) throw error
        return save(newer.id)
      })
    },
    onSuccess: async (reply, { message, isLeaving, errorCount }) => {
      const { warnings, ...saved } = reply
      onSaved(saved, message)
      client.setQueryData(versionQuery(algorithm, saved.id).queryKey, saved)
      const { script, ...summary } = saved
      client.setQueryData(['algorithm', algorithm.id], { ...algorithm, latestVersion: summary })
      void client.invalidateQueries({ queryKey: ['algorithm', algorithm.id] })
      void client.invalidateQueries({ queryKey: ['versions', algorithm.id] })
      void client.invalidateQueries({ queryKey: ['algorithms'] })
      announceSave(`algorithm/${algorithm.id}`)
      const hasWarnings = warnings.length > 0 && script !== ''
      const text = `Saved as ${saved.displayVersionNo}`
      if (errorCount > 0) toastWarning(`${text} with ${formatCount(errorCount, 'error')}`)
      else toastSuccess(hasWarnings ? `${text} with ${formatCount(warnings.length, 'warning')}` : text)
      if (isLeaving) return
      await navigate({
        to: '/algorithms/$algorithmId/edit',
        params: { algorithmId: algorithm.id },
        replace: true,
        ignoreBlocker: true,
      })
    },
    onError: (error) => {
      toastError(failureText(error))
      // A version saved elsewhere: the editor offers to load or compare it.
      if (error instanceof ApiError && error.status === 409) {
        void client.invalidateQueries({ queryKey: ['versions', algorithm.id] })
      }
    },
  })
}
