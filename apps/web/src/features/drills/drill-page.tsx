import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { accountName } from '../../entities/accounts/account-levels.ts'
import { useAccountEvents } from '../../entities/accounts/account-events.ts'
import { useAccounts } from '../../entities/accounts/accounts.ts'
import { LiveBar } from '../../entities/accounts/live-bar.tsx'
import { askForLogin } from '../../entities/user/auth-prompt.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import page from '../../ui/page.module.css'
import { EmptyState, ErrorState, LoadingRows, LoginState } from '../../ui/states.tsx'
import { DrillForm } from './drill-form.tsx'
import { DrillHistory } from './drill-history.tsx'
import { drillsQuery } from './drill-queries.ts'
import { DrillView } from './drill-view.tsx'

/** A bad day to practice on a paper account of one's own. */
export function DrillPage(): ReactElement {
  const { accountId = '' } = useParams({ strict: false })
  const user = useUser()
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Practice a bad day</h1>
      </div>
      {user ? <Drills accountId={accountId} /> : null}
      {user === undefined ? <LoadingRows /> : null}
      {user === null ? (
        <LoginState
          title="Please log in to practice on your paper account"
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

function Drills({ accountId }: { readonly accountId: string }): ReactElement {
  useAccountEvents()
  const accounts = useAccounts()
  const account = accounts?.find(({ id }) => id === accountId)
  const { data, error, refetch } = useQuery({ ...drillsQuery(accountId), enabled: account?.type === 'paper' })
  if (accounts === undefined) return <LoadingRows />
  if (account?.type !== 'paper') return <EmptyState title="Bad days are practiced on paper accounts alone" />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const { drills, positions, stops, problem } = data
  const running = drills.find(({ ended }) => ended === null)
  const [last] = drills
  return (
    <>
      <LiveBar accounts={[account]} />
      {problem === null ? null : (
        <Alert color="yellow" role="status">
          {problem}
        </Alert>
      )}
      {running ? null : (
        <DrillForm
          account={account}
          name={accountName(account)}
          open={{ positions, stops }}
          isPossible={problem === null}
        />
      )}
      {last ? <DrillView id={last.id} key={last.id} /> : null}
      {drills.length > 1 ? <DrillHistory drills={drills.slice(1)} /> : null}
    </>
  )
}
