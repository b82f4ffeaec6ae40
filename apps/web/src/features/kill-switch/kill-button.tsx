import { ActionIcon } from '@mantine/core'
import { IconPower } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { Hint } from '../../ui/hint.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { keysText } from '../../ui/shortcut.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import classes from './kill-button.module.css'
import { KILL_SHORTCUTS } from './kill-shortcuts.ts'
import { hasAnything, useFreshKillAccounts, useKillAccounts } from './use-kill-accounts.ts'

const loadSheet = async () => (await import('./kill-sheet.tsx')).KillSheet
const KillSheet = lazyPart(loadSheet)

/** The switch that closes everything, for those who have anything to close; its keys work for all. */
export function KillButton(): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const isNeeded = useKillAccounts().some(hasAnything)
  useFreshKillAccounts()
  useShortcut(KILL_SHORTCUTS.open, () => setOpen(true))
  // It has to open also while the server does not answer.
  useEffect(() => {
    if (isNeeded) loadSheet().catch(() => undefined)
  }, [isNeeded])
  return (
    <>
      {isNeeded ? (
        <Hint label={`Close everything (${keysText(KILL_SHORTCUTS.open)})`}>
          <ActionIcon
            className={classes['button'] ?? ''}
            data-switch
            aria-label="Close everything"
            onClick={() => setOpen(true)}
          >
            <IconPower size={17} stroke={2} aria-hidden />
          </ActionIcon>
        </Hint>
      ) : null}
      <KillSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
