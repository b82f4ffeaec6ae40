import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { allBacktestsQuery } from '../../features/backtests/backtest-queries.ts'
import { useUser } from '../../features/auth/bootstrap-query.ts'
import { BacktestList } from '../../features/backtests/list/backtest-list.tsx'
import { askForLogin } from '../../features/auth/auth-prompt.ts'
import { LoadingRows, LoginState } from '../../ui/states.tsx'
import { useTitle } from '../../ui/use-title.ts'
import page from '../../ui/page.module.css'

function AllBacktests(): ReactElement {
  return <BacktestList query={useInfiniteQuery(allBacktestsQuery)} isAll />
}

export function BacktestsPage(): ReactElement {
  const user = useUser()
  useTitle('Backtests')
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
