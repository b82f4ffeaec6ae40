import type { Algorithm } from '@tradeloom/contracts'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { toastSuccess } from '../../../ui/toast.ts'
import { dropDraft, readDraft, writeDraft } from '../../../entities/scripts/draft-store.ts'
import { useUpdateAlgorithm } from '../header/use-update-algorithm.ts'

export interface DescriptionDraft {
  readonly isEditing: boolean
  readonly text: string
  readonly tags: readonly string[]
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly edit: () => void
  readonly setText: (text: string) => void
  readonly setTags: (tags: readonly string[]) => void
  readonly save: () => void
  /** Goes back to the saved text. */
  readonly cancel: () => void
}

interface Typed {
  readonly text: string
  readonly tags: readonly string[]
}

/** The description while it is edited; what was typed survives a reload and an expired session. */
export function useDescriptionDraft(algorithm: Algorithm): DescriptionDraft {
  const { id, userId, description, readOnly } = algorithm
  const key = `description/${id}`
  const saved: Typed = { text: description, tags: algorithm.tags }
  const [typed, setTyped] = useState<Typed | null>(() => {
    const stored = readOnly ? null : readDraft(userId, key)
    return stored === null || stored.text === description ? null : { text: stored.text, tags: algorithm.tags }
  })
  const { text, tags } = typed ?? saved
  const isDirty = typed !== null && (text !== description || tags.join('\n') !== saved.tags.join('\n'))

  const close = (): void => {
    dropDraft(userId, key)
    setTyped(null)
  }
  const update = useUpdateAlgorithm(algorithm, () => {
    close()
    toastSuccess('Description saved')
  })
  const change = (next: Typed): void => {
    setTyped(next)
    if (next.text === description) dropDraft(userId, key)
    else writeDraft(userId, key, { text: next.text, baseId: null, message: '', time: Date.now() })
  }

  useBlocker({
    shouldBlockFn: async () => {
      if (!isDirty) return false
      const isSure = await askToConfirm({
        title: 'Unsaved changes',
        text: 'The description has changes that are not saved. Leave without saving?',
        confirm: 'Leave',
        isDestructive: true,
      })
      if (isSure) dropDraft(userId, key)
      return !isSure
    },
    enableBeforeUnload: () => isDirty,
  })

  return {
    isEditing: typed !== null,
    text,
    tags,
    isDirty,
    isSaving: update.isPending,
    edit: () => setTyped(saved),
    setText: (next) => change({ text: next, tags }),
    setTags: (next) => change({ text, tags: next }),
    save() {
      if (update.isPending) return
      if (!isDirty) close()
      else update.mutate({ description: text, tags: [...tags] }, { onError: (error) => isRefused(error) && close() })
    },
    cancel() {
      if (!update.isPending) close()
    },
  }
}

/** A refused value is reverted. When the login has expired or the server is away, nothing typed is lost. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 401 && error.status !== 0
}
