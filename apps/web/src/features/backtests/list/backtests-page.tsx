import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useUser } from '../../auth/bootstrap-query.ts'
import { VerifiedFilePanel } from './verified-file-panel.tsx'
import { VerifyFileButton } from './verify-file-button.tsx'
import { BacktestList } from './backtest-list.tsx'
import { askForLogin } from '../../auth/auth-prompt.ts'
import { LoadingRows, LoginState } from '../../../ui/states.tsx'
import page from '../../../ui/page.module.css'

export function BacktestsPage(): ReactElement {
  const user = useUser()
  // In the address, so that a reload shows how the verification goes.
  const { verification } = useSearch({ from: '/backtests/' })
  const navigate = useNavigate()
  const show = (id: string | undefined): void => {
    void navigate({ to: '.', search: (known) => ({ ...known, verification: id }), replace: true })
  }
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Backtests</h1>
        {user ? <VerifyFileButton onStarted={show} /> : null}
      </div>
      {user && verification !== undefined ? (
        <VerifiedFilePanel key={verification} id={verification} onClose={() => show(undefined)} />
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
