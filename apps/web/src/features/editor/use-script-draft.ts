import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { versionQuery } from '../algorithms/algorithm-queries.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatCount } from '../../ui/format.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { analyze } from './script-analysis.ts'
import { STARTER_SCRIPT } from '@tradeloom/script/starter-script'

interface Draft {
  readonly text: string
  /** The version that the draft is based on; null for a new algorithm. */
  readonly base: AlgorithmVersion | null
  /** Changes when another text is loaded, not when this one is saved. */
  readonly documentKey: string
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly setText: (text: string) => void
  /** Returns the saved version, or null when it was not saved. With `isLeaving` the page does not navigate. */
  readonly save: (message: string, isLeaving?: boolean) => Promise<AlgorithmVersion | null>
}

const isTextOf = (text: string, base: AlgorithmVersion | null): boolean => base !== null && text === base.script

/** Asks for confirmation before leaving a changed script; an untouched starter script may be left. */
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

  // A version selected elsewhere replaces the text; the version just created by a save does not.
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
      const [problem] = (await analyze(text)).errors
      if (problem !== undefined) {
        onProblem(problem.line, problem.column)
        const position = `line ${problem.line}, column ${problem.column}`
        throw new Error(`Cannot save. Script contains errors: ${position}: ${problem.message}`)
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
      const hasWarnings = warnings.length > 0 && script !== ''
      toastSuccess(
        `Saved as ${saved.displayVersionNo}${hasWarnings ? ` with ${formatCount(warnings.length, 'warning')}` : ''}`,
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
      // The reason has been shown already.
      return saving.mutateAsync({ message, isLeaving }).catch(() => null)
    },
  }
}
