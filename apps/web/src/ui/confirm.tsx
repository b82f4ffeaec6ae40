import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { loadModals } from './modals.tsx'

interface Question {
  readonly title: string
  readonly text: ReactNode
  readonly confirm: string
  readonly isDestructive?: boolean
  /** Of the button that does nothing: "Back" where the question lies over a form. */
  readonly cancel?: string
  /** Not where the caller moves the focus itself. */
  readonly returnFocus?: boolean
}

/** Asks for confirmation before something that cannot be undone; true when confirmed. */
export async function askToConfirm(question: Question): Promise<boolean> {
  const { title, text, confirm, isDestructive, returnFocus = true } = question
  // Beside "Cancel order", a "Cancel" would be a riddle.
  const { cancel = confirm.startsWith('Cancel') ? 'Keep it' : 'Cancel' } = question
  const modals = await loadModals()
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Text size="sm" component="div">
          {text}
        </Text>
      ),
      labels: { confirm, cancel },
      size: 400,
      centered: true,
      returnFocus,
      closeButtonProps: { 'aria-label': 'Close' },
      confirmProps: { size: 'sm', ...(isDestructive && { color: 'red.9' }) },
      cancelProps: { size: 'sm' },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    })
  })
}
