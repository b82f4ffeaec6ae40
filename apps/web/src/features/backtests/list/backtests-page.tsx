import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import { useUser } from '../../auth/bootstrap-query.ts'
import { BacktestList } from './backtest-list.tsx'
import { askForLogin } from '../../auth/auth-prompt.ts'
import { LoadingRows, LoginState } from '../../../ui/states.tsx'
import page from '../../../ui/page.module.css'

export function BacktestsPage(): ReactElement {
  const user = useUser()
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Backtests</h1>
      </div>
      {user ? <BacktestList algorithm={null} /> : null}
      {user === undefined ? <LoadingRows /> : null}
      {user === null ? (
        <LoginState
          title="Please log in to see your backtests"
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
