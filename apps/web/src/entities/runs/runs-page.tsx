import { Button } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import page from '../../ui/page.module.css'
import { LoadingRows, LoginState } from '../../ui/states.tsx'
import { askForLogin } from '../user/auth-prompt.ts'
import { useUser } from '../user/bootstrap-query.ts'
import type { RunKind } from './run-kind.ts'

interface RunsPageProps {
  readonly kind: RunKind
  /** Beside the title, for users. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** All runs of one kind of the user; visitors are asked to log in. */
export function RunsPage({ kind, actions, children }: RunsPageProps): ReactElement {
  const user = useUser()
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>{kind.titles}</h1>
        {user ? actions : null}
      </div>
      {user ? children : null}
      {user === undefined ? <LoadingRows /> : null}
      {user === null ? (
        <LoginState
          title={`Please log in to see your ${kind.plural}`}
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
