import type { Algorithm, Backtest } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { RunDialog } from '../../../entities/runs/run-dialog.tsx'
import { useRunChoices } from '../../../entities/run-settings/use-run-choices.ts'
import { backtestTablesQuery } from '../../../entities/runs/backtest-queries.ts'
import type { DraftToRun } from '../draft-to-run.ts'
import type { RunToRepeat } from '../../../entities/run-settings/first-settings.ts'
import { NewBacktestForm } from './new-backtest-form.tsx'

export interface NewBacktestDialogProps {
  readonly algorithm: Pick<Algorithm, 'id' | 'readOnly'>
  /** A run to repeat with the same settings. */
  readonly again: Backtest | null
  /** Settings to start with, of something else than a backtest. */
  readonly like?: RunToRepeat['run']
  /** The instrument to start with; the one last used by default. */
  readonly instrumentId?: string
  /** The preselected version; the latest by default. */
  readonly versionId?: string | null
  readonly draft?: DraftToRun | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

function Content(props: Omit<NewBacktestDialogProps, 'isOpen'>): ReactElement {
  const { algorithm, again, like, instrumentId = null, versionId = null, draft = null, onClose } = props
  const first = again ?? like
  const choices = useRunChoices(algorithm, again, backtestTablesQuery(again?.id ?? '', again?.readOnly ?? false))
  const { user, versions, isPending, instruments, tables, lastInstrumentId } = choices
  if (isPending) return <LoadingRows rows={6} height={34} />
  const failed = versions.isError ? versions : choices.failed
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (versions.data === undefined || (versions.data.length === 0 && draft === null)) {
    return <EmptyState title="Not saved" text="Save the script first: backtests run a saved version." />
  }
  return (
    <NewBacktestForm
      algorithmId={algorithm.id}
      versions={versions.data}
      instruments={instruments}
      versionId={versionId}
      draft={draft}
      again={first ? { run: first, tables, historyDays: user?.historyDays ?? null } : null}
      instrumentId={instrumentId}
      lastInstrumentId={lastInstrumentId}
      onClose={onClose}
    />
  )
}

export function NewBacktestDialog({ isOpen, ...props }: NewBacktestDialogProps): ReactElement {
  const { again, onClose } = props
  return (
    <RunDialog title="New Backtest" isAgain={again !== null} size={620} isOpen={isOpen} onClose={onClose}>
      <Content {...props} />
    </RunDialog>
  )
}
