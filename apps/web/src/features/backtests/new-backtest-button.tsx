import { Button } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { requireLogin } from '../../entities/user/login.ts'
import type { DraftToRun } from './draft-to-run.ts'
import { NewBacktestDialog } from './lazy-new-backtest-dialog.ts'

interface NewBacktestButtonProps {
  readonly algorithm: Algorithm
  /** The open version. */
  readonly versionId?: string | null
  /** The draft in the editor, if it has unsaved changes. */
  readonly draft?: DraftToRun | null
}

/** Opens the dialog, for visitors after a login. */
export function NewBacktestButton({ algorithm, versionId = null, draft = null }: NewBacktestButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const start = async (): Promise<void> => {
    if (await requireLogin('Please log in to run new backtests')) setOpen(true)
  }
  return (
    <>
      <Button leftSection={<IconPlayerPlay size={14} aria-hidden />} onClick={() => void start()}>
        New Backtest
      </Button>
      <NewBacktestDialog
        algorithm={algorithm}
        again={null}
        versionId={versionId}
        draft={draft}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
