import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { EmptyState } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast.ts'
import { askForLogin } from '../../entities/user/auth-prompt.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'

/** Reloads the page, so that no data of the user stays in memory. */
async function signOut(): Promise<void> {
  try {
    await call('logout', {})
    location.assign('/')
  } catch (error) {
    toastError(errorText(error))
  }
}

/** Signs out at once if the user menu led here; somebody who follows a link from elsewhere is asked first. */
export function LogoutPage(): ReactElement {
  const user = useUser()
  const isAsked = useLocation({ select: ({ state }) => 'isAsked' in state })
  const leaves = isAsked && Boolean(user)
  useEffect(() => {
    if (leaves) void signOut()
  }, [leaves])
  if (user === undefined) return <></>
  if (user === null) {
    return <EmptyState title="You are signed out" action={<Button onClick={() => void askForLogin()}>Log in</Button>} />
  }
  return (
    <EmptyState
      title={`Signed in as ${user.username}`}
      action={<Button onClick={() => void signOut()}>Sign out</Button>}
    />
  )
}
