import { Button, Group, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { askForLogin, forgetEnded, useAuthPrompt } from '../../entities/user/auth-prompt.ts'
import { currentUser } from '../../entities/user/login.ts'

const reload = (): void => location.reload()

/** Deletes the cookies first; they are useless, but would be sent again. */
async function leave(): Promise<void> {
  await call('logout', {}).catch(() => null)
  reload()
}

/** Nothing of one user may stay on the page of another. */
async function logInAgain(): Promise<void> {
  const before = currentUser()?.id
  if (!(await askForLogin('Your login session has expired.'))) return
  if (currentUser()?.id === before) forgetEnded()
  else reload()
}

/**
 * After the login has ended, the page reloads. If it has expired, the same user can also log in here and continue with what
 * is typed on the page.
 */
export function EndedDialog({ isOpen = true }: { readonly isOpen?: boolean }): ReactElement {
  const ended = useAuthPrompt((state) => state.ended)
  const isAsking = useAuthPrompt((state) => state.mode !== null)
  const isExpired = ended === 'expired'
  const close = isExpired ? reload : () => void leave()
  return (
    <Dialog
      opened={isOpen && ended !== null && !isAsking}
      onClose={close}
      title="Login session"
      size={360}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text size="sm">{isExpired ? 'Your login session has expired.' : 'Your session has logged out.'}</Text>
      {isExpired ? (
        <Text size="sm" c="dimmed" mt="xs">
          Log in to continue where you were, or press OK to reload.
        </Text>
      ) : null}
      <Group justify="flex-end" mt="md">
        <Button size="sm" {...(isExpired ? { variant: 'default' } : { 'data-autofocus': true })} onClick={close}>
          OK
        </Button>
        {isExpired ? (
          <Button size="sm" onClick={() => void logInAgain()} data-autofocus>
            Log in
          </Button>
        ) : null}
      </Group>
    </Dialog>
  )
}
