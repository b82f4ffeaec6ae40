import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import page from '../../../ui/page.module.css'
import { LoadingRows, LoginState } from '../../../ui/states.tsx'
import { askForLogin } from '../../auth/auth-prompt.ts'
import { useUser } from '../../auth/bootstrap-query.ts'
import { OptimizationList } from './optimization-list.tsx'

/** All optimizations of the user. */
export function OptimizationsPage(): ReactElement {
  const user = useUser()
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Optimizations</h1>
      </div>
      {user ? <OptimizationList algorithm={null} /> : null}
      {user === undefined ? <LoadingRows /> : null}
      {user === null ? (
        <LoginState
          title="Please log in to see your optimizations"
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
