import { Button } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { requireLogin } from '../../auth/session.ts'
import { NewBacktestDialog } from './new-backtest-dialog.tsx'

/** Visitors are asked to log in; the dialogue opens after it. */
export function NewBacktestButton({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const start = async (): Promise<void> => {
    if (await requireLogin('Please log in to run new backtests')) setOpen(true)
  }
  return (
    <>
      <Button variant="light" leftSection={<IconPlayerPlay size={14} aria-hidden />} onClick={() => void start()}>
        New Backtest
      </Button>
      <NewBacktestDialog algorithm={algorithm} again={null} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
