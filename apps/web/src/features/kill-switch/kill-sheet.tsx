import type { ReactElement } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { KillForm } from './kill-form.tsx'

interface KillSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Closes accounts down, also while the server hangs. */
export function KillSheet({ isOpen, onClose }: KillSheetProps): ReactElement {
  const isNarrow = useIsNarrow()
  return (
    <Sheet
      opened={isOpen}
      onClose={onClose}
      position={isNarrow ? 'bottom' : 'right'}
      size={isNarrow ? '85%' : 420}
      title="Close everything"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <KillForm />
    </Sheet>
  )
}
