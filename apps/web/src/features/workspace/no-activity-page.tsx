import type { ReactElement } from 'react'
import { Button } from '@mantine/core'
import page from '../../ui/page.module.css'
import type { EmptyPictureName } from '../../ui/empty-picture.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, LoadingRows, LoginState } from '../../ui/states.tsx'
import { askForLogin } from '../auth/auth-prompt.ts'
import { useUser } from '../auth/bootstrap-query.ts'

interface ActivityProps {
  readonly title: string
  readonly empty: string
  readonly login: string
  readonly picture: EmptyPictureName
}

function Activity({ title, empty, login, picture }: ActivityProps): ReactElement {
  const user = useUser()
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>{title}</h1>
      </div>
      <Panel title={`Your ${title.toLowerCase()}`}>
        {user ? <EmptyState picture={picture} title={empty} /> : null}
        {user === undefined ? <LoadingRows /> : null}
        {user === null ? (
          <LoginState
            title={login}
            action={
              <Button variant="default" onClick={() => void askForLogin()}>
                Log in to continue
              </Button>
            }
          />
        ) : null}
      </Panel>
    </div>
  )
}

export function SessionsPage(): ReactElement {
  return (
    <Activity
      title="Trading sessions"
      empty="No trading sessions"
      login="Log in to see your trading sessions"
      picture="sessions"
    />
  )
}
