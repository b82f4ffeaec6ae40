import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Algorithm, Backtest } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { versionsQuery } from '../../algorithms/algorithm-queries.ts'
import { backtestTablesQuery, lastRunQuery } from '../backtest-queries.ts'
import { instrumentsQuery } from '../../market-data/market-data-queries.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import type { DraftToRun } from '../draft-to-run.ts'
import { useUser } from '../../auth/bootstrap-query.ts'
import { NewBacktestForm } from './new-backtest-form.tsx'
import { withinLimits } from '../run-limits.ts'

export interface NewBacktestDialogProps {
  readonly algorithm: Pick<Algorithm, 'id' | 'readOnly'>
  /** A run to repeat with the same settings. */
  readonly again: Backtest | null
  /** The preselected version; the latest by default. */
  readonly versionId?: string | null
  readonly draft?: DraftToRun | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

function Content(props: Omit<NewBacktestDialogProps, 'isOpen'>): ReactElement {
  const { algorithm, again, versionId = null, draft = null, onClose } = props
  const user = useUser()
  const [now] = useState(Date.now)
  const versions = useQuery(versionsQuery(algorithm))
  const instruments = useQuery(instrumentsQuery)
  const hasTables = again !== null && again.tables !== null
  const tables = useQuery({ ...backtestTablesQuery(again?.id ?? '', again?.readOnly ?? false), enabled: hasTables })
  const lastRun = useQuery({ ...lastRunQuery, enabled: again === null })
  if (versions.isPending || instruments.isPending || (hasTables && tables.isPending) || lastRun.isLoading)
    return <LoadingRows rows={6} height={34} />
  if (versions.isError) return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  if (instruments.isError) return <ErrorState error={instruments.error} onRetry={() => void instruments.refetch()} />
  if (tables.isError) return <ErrorState error={tables.error} onRetry={() => void tables.refetch()} />
  if (versions.data.length === 0 && draft === null) {
    return <EmptyState title="Not saved" text="Save the script first: backtests run a saved version." />
  }
  return (
    <NewBacktestForm
      algorithmId={algorithm.id}
      versions={versions.data}
      instruments={withinLimits(instruments.data, user, now)}
      versionId={versionId}
      draft={draft}
      again={again && { run: again, tables: tables.data ?? null, historyDays: user?.historyDays ?? null }}
      // Without it the form starts with the best instrument.
      lastInstrumentId={lastRun.data?.instrumentId ?? null}
      onClose={onClose}
    />
  )
}

export function NewBacktestDialog({ isOpen, ...props }: NewBacktestDialogProps): ReactElement {
  const { again, onClose } = props
  const isNarrow = useMediaQuery('(max-width: 767px)')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={again === null ? 'New Backtest' : 'Run Again'}
      size={620}
      fullScreen={Boolean(isNarrow)}
    >
      <Content {...props} />
    </Modal>
  )
}
