import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { RunsPage } from '../../../entities/runs/runs-page.tsx'
import { BACKTESTS } from '../backtest-kind.ts'
import { BacktestList } from './backtest-list.tsx'
import { VerifiedFilePanel } from './verified-file-panel.tsx'
import { VerifyFileButton } from './verify-file-button.tsx'

export function BacktestsPage(): ReactElement {
  // In the address, so that a reload shows how the verification goes.
  const { verification } = useSearch({ from: '/backtests/' })
  const navigate = useNavigate()
  const show = (id: string | undefined): void => {
    void navigate({ to: '.', search: (known) => ({ ...known, verification: id }), replace: true })
  }
  return (
    <RunsPage kind={BACKTESTS} actions={<VerifyFileButton onStarted={show} />}>
      {verification === undefined ? null : (
        <VerifiedFilePanel key={verification} id={verification} onClose={() => show(undefined)} />
      )}
      <BacktestList algorithm={null} />
    </RunsPage>
  )
}
