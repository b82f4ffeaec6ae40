import { useMediaQuery } from '@mantine/hooks'
import type { ReactElement, ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'

interface RunDialogProps {
  readonly title: string
  /** It starts with the settings of an earlier run. */
  readonly isAgain: boolean
  readonly size: number
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The dialog of a new run; on phones it takes the whole screen. */
export function RunDialog({ title, isAgain, size, isOpen, onClose, children }: RunDialogProps): ReactElement {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={isAgain ? 'Run Again' : title}
      size={size}
      fullScreen={Boolean(isNarrow)}
    >
      {children}
    </Dialog>
  )
}
