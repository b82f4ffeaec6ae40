import { Button } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { requireLogin } from '../../entities/user/login.ts'
import { SESSIONS } from './session-kind.ts'

const NewSessionDialog = lazyPart(async () => (await import('./new-session-dialog.tsx')).NewSessionDialog)

interface NewSessionButtonProps {
  readonly algorithm: Algorithm
  /** The backtest whose settings the dialog starts with; it opens at once. */
  readonly backtestId: string | null
  /** The dialog opens at once without a backtest, too. */
  readonly isFirst: boolean
}

/** Opens the dialog, for visitors after a login. */
export function NewSessionButton({ algorithm, backtestId, isFirst }: NewSessionButtonProps): ReactElement {
  const user = useUser()
  const [chosen, setOpen] = useState<boolean | null>(null)
  const isOpen = chosen ?? ((isFirst || backtestId !== null) && Boolean(user))
  const start = async (): Promise<void> => {
    if (await requireLogin(SESSIONS.loginToRun)) setOpen(true)
  }
  return (
    <>
      <Button leftSection={<IconPlayerPlay size={14} aria-hidden />} onClick={() => void start()}>
        New Trading Session
      </Button>
      <NewSessionDialog algorithm={algorithm} backtestId={backtestId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
