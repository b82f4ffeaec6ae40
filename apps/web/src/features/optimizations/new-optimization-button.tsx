import { Button } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconAdjustments } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { requireLogin } from '../../entities/user/login.ts'
import { NewOptimizationDialog } from './new/new-optimization-dialog.tsx'

/** Opens the dialog, for visitors after a login. */
export function NewOptimizationButton({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const start = async (): Promise<void> => {
    if (await requireLogin('Please log in to run optimization')) setOpen(true)
  }
  return (
    <>
      <Button leftSection={<IconAdjustments size={14} aria-hidden />} onClick={() => void start()}>
        New Optimization
      </Button>
      <NewOptimizationDialog algorithm={algorithm} again={null} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
