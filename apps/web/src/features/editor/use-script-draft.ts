import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { versionQuery } from '../algorithms/algorithm-queries.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { analyse } from './script-analysis.ts'
import { STARTER_SCRIPT } from '@tradeloom/script/starter-script'

interface Draft {
  readonly text: string
  /** The version that the draft started from; null for a new algorithm. */
  readonly base: AlgorithmVersion | null
  /** Changes when another text is loaded, not when this one is saved. */
  readonly documentKey: string
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly setText: (text: string) => void
  /** The version that it became, or null when it was not saved. Leaving for a run, the editor stays where it is. */
  readonly save: (message: string, isLeaving?: boolean) => Promise<AlgorithmVersion | null>
}

const isTextOf = (text: string, base: AlgorithmVersion | null): boolean => base !== null && text === base.script

/** Asks before a changed script is left; a starter that nobody touched is no loss. */
function useLeaveGuard(hasChanges: boolean): void {
  useBlocker({
    shouldBlockFn: async () => {
      if (!hasChanges) return false
      return !(await askToConfirm({
        title: 'Unsaved changes',
        text: 'The script has changes that are not saved. Leave without saving?',
        confirm: 'Leave',
        isDestructive: true,
      }))
    },
    enableBeforeUnload: () => hasChanges,
  })
}

/** The script being edited, and saving it as a new version. */
export function useScriptDraft(
  algorithm: Algorithm,
  version: AlgorithmVersion | null,
  onProblem: (line: number, column: number) => void,
): Draft {
  const client = useQueryClient()
  const navigate = useNavigate()
  const firstText = version?.script ?? (algorithm.readOnly ? '' : STARTER_SCRIPT)
  const [state, setState] = useState({ base: version, text: firstText, document: 0, seenId: version?.id })

  // A version chosen elsewhere replaces the text; the version that a save has just made does not.
  if (version?.id !== state.seenId) {
    const isOther = version?.id !== state.base?.id
    setState({
      ...state,
      seenId: version?.id,
      ...(isOther && { base: version, text: firstText, document: state.document + 1 }),
    })
  }

  const { base, text } = state
  const isDirty = !algorithm.readOnly && !isTextOf(text, base)

  const saving = useMutation({
    mutationFn: async ({ message }: { readonly message: string; readonly isLeaving: boolean }) => {
      const [problem] = (await analyse(text)).errors
      if (problem !== undefined) {
        onProblem(problem.line, problem.column)
        const place = `line ${problem.line}, column ${problem.column}`
        throw new Error(`Cannot save. Script contains errors: ${place}: ${problem.message}`)
      }
      return call('saveVersion', {
        params: { id: algorithm.id },
        body: { script: text, message, previousVersionId: base?.id ?? null },
      })
    },
    onSuccess: async (reply, { isLeaving }) => {
      const { warnings, ...saved } = reply
      setState((now) => ({ ...now, base: saved }))
      client.setQueryData(versionQuery(algorithm, saved.id).queryKey, saved)
      const { script, ...summary } = saved
      client.setQueryData(['algorithm', algorithm.id], { ...algorithm, latestVersion: summary })
      void client.invalidateQueries({ queryKey: ['algorithm', algorithm.id] })
      void client.invalidateQueries({ queryKey: ['versions', algorithm.id] })
      void client.invalidateQueries({ queryKey: ['algorithms'] })
      const isQuiet = warnings.length === 0 || script === ''
      toastSuccess(
        `Saved as ${saved.displayVersionNo}${isQuiet ? '' : ` with ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`}`,
      )
      if (isLeaving) return
      await navigate({
        to: '/algorithms/$algorithmId/edit',
        params: { algorithmId: algorithm.id },
        replace: true,
        ignoreBlocker: true,
      })
    },
    onError: (error) => toastError(errorText(error)),
  })

  useLeaveGuard(isDirty && text !== STARTER_SCRIPT)
  return {
    text,
    base,
    documentKey: `${algorithm.id}/${state.document}`,
    isDirty,
    isSaving: saving.isPending,
    setText: (next) => setState((now) => ({ ...now, text: next })),
    async save(message, isLeaving = false) {
      if (!isDirty || saving.isPending) return null
      // Why it was not saved has been shown already.
      return saving.mutateAsync({ message, isLeaving }).catch(() => null)
    },
  }
}
