import type { IndicatorDetail } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { formatCount } from '../../../ui/format.ts'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { dropDraft, readDraft, writeDraft } from '../../../entities/scripts/draft-store.ts'
import { analyze } from '../../../entities/scripts/script-analysis.ts'

export interface IndicatorDraft {
  readonly text: string
  /** Changes when another text is loaded, not when this one is saved. */
  readonly documentKey: string
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** When the text was typed, if it was restored from this browser; otherwise null. */
  readonly restored: number | null
  /** False when the browser could not store the changes. */
  readonly isStored: boolean
  /** Saved elsewhere since this text was loaded. */
  readonly isOutdated: boolean
  readonly setText: (text: string) => void
  /** Goes back to the saved script. */
  readonly discard: () => void
  /** Keeps the changes although the script was saved elsewhere. */
  readonly keepMine: () => void
  /** `current` is the text in the editor, which can be a key ahead of the draft. */
  readonly save: (current?: string | null) => void
}

interface State {
  readonly text: string
  /** The saved script that the text is based on. */
  readonly base: string
  /** The script that was last seen saved; another one was saved elsewhere. */
  readonly seen: string
  /** Whether the user has to decide between the text and what was saved elsewhere. */
  readonly isOutdated: boolean
  readonly document: number
  readonly restored: number | null
}

const SAVE_FAILED = 'Save failed!'

/** The server's reason after the words that say what failed, unless it says so itself. */
function failureText(error: unknown): string {
  const text = errorText(error)
  return text.startsWith('Cannot save') || text.startsWith(SAVE_FAILED) ? text : `${SAVE_FAILED} ${text}`
}

const keyOf = (id: string): string => `indicator/${id}`

function stateOf({ id, userId, readOnly, script }: IndicatorDetail, document: number): State {
  const stored = readOnly || userId === null ? null : readDraft(userId, keyOf(id))
  const saved = { text: script, base: script, seen: script, isOutdated: false, document, restored: null }
  if (stored === null || stored.text === script) return saved
  return { ...saved, text: stored.text, restored: stored.time }
}

/** The script of an indicator as it is edited: kept in this browser until it is saved. */
export function useIndicatorDraft(
  indicator: IndicatorDetail,
  onProblem: (line: number, column: number) => void,
): IndicatorDraft {
  const { id, name, userId, readOnly, script } = indicator
  const client = useQueryClient()
  const [state, setState] = useState(() => stateOf(indicator, 0))
  const [isStored, setStored] = useState(true)
  const isDirty = !readOnly && state.text !== state.base
  if (script !== state.seen) {
    // Saved here, if it is the base. Otherwise saved elsewhere: shown at once, unless there are changes, which the user
    // decides about.
    const isElsewhere = script !== state.base
    if (isElsewhere && !isDirty) setState(stateOf(indicator, state.document + 1))
    else setState({ ...state, seen: script, isOutdated: isElsewhere })
  }

  const saving = useMutation({
    mutationFn: async (text: string) => {
      const { errors } = await analyze(text, 'indicator')
      const [first] = errors
      if (first !== undefined) {
        onProblem(first.line, first.column)
        throw new Error(
          `Cannot save. Script contains errors: Line ${first.line}, column ${first.column}: ${first.message}`,
        )
      }
      return call('saveIndicator', { params: { id }, body: { script: text } })
    },
    onSuccess: ({ warnings, ...saved }, text) => {
      if (userId !== null) dropDraft(userId, keyOf(id))
      setState((now) => ({ ...now, base: text, isOutdated: false, restored: null }))
      client.setQueryData<IndicatorDetail>(['indicator', id], saved)
      void client.invalidateQueries({ queryKey: ['indicators'] })
      toastSuccess(
        warnings.length === 0 ? `${name} saved` : `${name} saved with ${formatCount(warnings.length, 'warning')}`,
      )
    },
    onError: (error) => toastError(failureText(error)),
  })

  return {
    text: state.text,
    documentKey: `${id}-${state.document}`,
    isDirty,
    isSaving: saving.isPending,
    restored: isDirty ? state.restored : null,
    isStored,
    isOutdated: isDirty && state.isOutdated,
    setText(text) {
      setState((now) => ({ ...now, text }))
      if (userId === null || readOnly) return
      if (text === state.base) dropDraft(userId, keyOf(id))
      else setStored(writeDraft(userId, keyOf(id), { text, baseId: null, message: '', time: Date.now() }))
    },
    discard() {
      if (userId !== null) dropDraft(userId, keyOf(id))
      setState((now) => stateOf(indicator, now.document + 1))
    },
    keepMine: () => setState((now) => ({ ...now, base: script, isOutdated: false })),
    save(current) {
      const newest = current ?? state.text
      if (!readOnly && newest !== state.base && !saving.isPending) saving.mutate(newest)
    },
  }
}
