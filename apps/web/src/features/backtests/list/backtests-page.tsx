import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { allBacktestsQuery } from '../backtest-queries.ts'
import { useUser } from '../../auth/bootstrap-query.ts'
import { BacktestList } from './backtest-list.tsx'
import { askForLogin } from '../../auth/auth-prompt.ts'
import { LoadingRows, LoginState } from '../../../ui/states.tsx'
import page from '../../../ui/page.module.css'

function AllBacktests(): ReactElement {
  return <BacktestList query={useInfiniteQuery(allBacktestsQuery)} isAll />
}

export function BacktestsPage(): ReactElement {
  const user = useUser()
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Backtests</h1>
      </div>
      {user ? <AllBacktests /> : null}
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
