import { useState } from 'react'
import { askToConfirm } from './confirm.tsx'
import { toastError, toastSuccess } from './toast.ts'

interface DeleteKey {
  /** What follows from it. */
  readonly text: string
  readonly remove: () => Promise<unknown>
  readonly onDeleted: () => Promise<void>
}

/** Deletes a key, of an exchange or of a program, after a question. */
export function useDeleteKey({ text, remove, onDeleted }: DeleteKey) {
  const [isBusy, setBusy] = useState(false)
  const ask = async (): Promise<void> => {
    const question = { title: 'Delete API key', text, confirm: 'Delete key', isDestructive: true }
    if (!(await askToConfirm(question))) return
    setBusy(true)
    try {
      await remove()
      toastSuccess('API key deleted')
      await onDeleted()
    } catch {
      toastError('Error deleting API key. Please try again')
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, ask }
}
