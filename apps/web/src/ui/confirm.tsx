import { Text } from '@mantine/core'
import { loadModals } from './modals.tsx'

interface Question {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly isDestructive?: boolean
}

/** Asks for confirmation before something that cannot be undone; true when confirmed. */
export async function askToConfirm({ title, text, confirm, isDestructive }: Question): Promise<boolean> {
  const modals = await loadModals()
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm, cancel: 'Back' },
      size: 400,
      centered: true,
      closeButtonProps: { 'aria-label': 'Close' },
      confirmProps: { size: 'sm', ...(isDestructive && { color: 'red.9' }) },
      cancelProps: { size: 'sm' },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    })
  })
}
