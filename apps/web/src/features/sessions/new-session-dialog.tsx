import type { Algorithm } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { versionsQuery } from '../../entities/algorithms/algorithm-queries.ts'
import { backtestQuery } from '../../entities/runs/backtest-queries.ts'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { RunDialog } from '../../entities/runs/run-dialog.tsx'
import { NewSessionForm } from './new-session-form.tsx'
import { accountsQuery, activeSessionsQuery } from './session-queries.ts'

interface NewSessionDialogProps {
  readonly algorithm: Pick<Algorithm, 'id' | 'readOnly'>
  readonly backtestId: string | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

function Content({ algorithm, backtestId, onClose }: Omit<NewSessionDialogProps, 'isOpen'>): ReactElement {
  const versions = useQuery(versionsQuery(algorithm))
  const instruments = useQuery(instrumentsQuery)
  const accounts = useQuery(accountsQuery)
  const active = useQuery(activeSessionsQuery)
  const backtest = useQuery({ ...backtestQuery(backtestId ?? '', false), enabled: backtestId !== null })
  const all = [versions, instruments, accounts, active]
  const failed = all.find(({ isError }) => isError)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (all.some(({ isPending }) => isPending) || (backtestId !== null && backtest.isPending)) {
    return <LoadingRows rows={6} height={34} />
  }
  if (!versions.data || versions.data.length === 0) {
    return <EmptyState title="Not saved" text="Save the script first: sessions run a saved version." />
  }
  return (
    <NewSessionForm
      algorithm={algorithm}
      versions={versions.data}
      instruments={instruments.data ?? []}
      accounts={accounts.data ?? []}
      runningCount={(active.data ?? []).filter(({ status }) => status === 'Active').length}
      backtest={backtest.data ?? null}
      onClose={onClose}
    />
  )
}

export function NewSessionDialog({ isOpen, ...props }: NewSessionDialogProps): ReactElement {
  return (
    <RunDialog title="New Trading Session" isAgain={false} size={560} isOpen={isOpen} onClose={props.onClose}>
      <Content {...props} />
    </RunDialog>
  )
}
