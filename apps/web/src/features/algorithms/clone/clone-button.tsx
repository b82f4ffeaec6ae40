import { Button, type ButtonProps } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconCopy } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { requireLogin } from '../../../entities/user/login.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const CloneDialog = lazyPart(async () => (await import('./clone-dialog.tsx')).CloneDialog)

interface CloneButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  readonly algorithm: Algorithm
  readonly label?: string
}

/** Copies an algorithm; asks for a login first and continues after it. */
export function CloneButton({ algorithm, label = 'Clone', ...buttonProps }: CloneButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const start = async (): Promise<void> => {
    if (await requireLogin('Please log in to clone algorithms')) setOpen(true)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => void start()}
        {...buttonProps}
      >
        {label}
      </Button>
      <CloneDialog algorithm={algorithm} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
