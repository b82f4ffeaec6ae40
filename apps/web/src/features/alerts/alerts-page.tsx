import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import page from '../../ui/page.module.css'
import { LoadingRows, LoginState } from '../../ui/states.tsx'
import { askForLogin } from '../../entities/user/auth-prompt.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { AlertList } from './alert-list.tsx'

/** All alerts of the user; visitors are asked to log in. */
export function AlertsPage(): ReactElement {
  const user = useUser()
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Alerts</h1>
      </div>
      {user ? <AlertList title="Your alerts" maxHeight={640} /> : null}
      {user === undefined ? <LoadingRows /> : null}
      {user === null ? (
        <LoginState
          title="Please log in to see your alerts"
          action={
            <Button variant="default" onClick={() => void askForLogin()}>
              Log in to continue
            </Button>
          }
        />
      ) : null}
    </div>
  )
}
