import { Button } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { useUser } from '../../auth/bootstrap-query.ts'
import { VerifiedFilePanel } from './verified-file-panel.tsx'
import { VerifyFileButton } from './verify-file-button.tsx'
import { BacktestList } from './backtest-list.tsx'
import { askForLogin } from '../../auth/auth-prompt.ts'
import { LoadingRows, LoginState } from '../../../ui/states.tsx'
import page from '../../../ui/page.module.css'

export function BacktestsPage(): ReactElement {
  const user = useUser()
  const [verifying, setVerifying] = useState<string | null>(null)
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Backtests</h1>
        {user ? <VerifyFileButton onStarted={setVerifying} /> : null}
      </div>
      {user && verifying !== null ? (
        <VerifiedFilePanel key={verifying} id={verifying} onClose={() => setVerifying(null)} />
      ) : null}
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
