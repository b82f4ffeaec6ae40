import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Algorithm, Optimization } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { toastError } from '../../../ui/toast.ts'
import { versionsQuery } from '../../algorithms/algorithm-queries.ts'
import { useUser } from '../../auth/bootstrap-query.ts'
import { lastRunQuery } from '../../backtests/backtest-queries.ts'
import { withinLimits } from '../../backtests/run-limits.ts'
import { instrumentsQuery } from '../../market-data/market-data-queries.ts'
import { optimizationTablesQuery } from '../optimization-query.ts'
import { NewOptimizationForm } from './new-optimization-form.tsx'

interface NewOptimizationDialogProps {
  readonly algorithm: Pick<Algorithm, 'id' | 'readOnly'>
  /** An optimization to repeat with the same settings. */
  readonly again: Optimization | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function NewOptimizationDialog({ isOpen, ...props }: NewOptimizationDialogProps): ReactElement {
  const { again, onClose } = props
  const isNarrow = useMediaQuery('(max-width: 767px)')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={again === null ? 'New Optimization' : 'Run Again'}
      size={680}
      fullScreen={Boolean(isNarrow)}
    >
      <Content {...props} />
    </Modal>
  )
}

function Content(props: Omit<NewOptimizationDialogProps, 'isOpen'>): ReactElement {
  const { algorithm, again, onClose } = props
  const user = useUser()
  const [now] = useState(Date.now)
  const versions = useQuery(versionsQuery(algorithm))
  const instruments = useQuery(instrumentsQuery)
  const hasTables = again !== null && again.tables !== null
  const tables = useQuery({ ...optimizationTablesQuery(again?.id ?? ''), enabled: hasTables })
  const lastRun = useQuery({ ...lastRunQuery, enabled: again === null })
  const fail = useEffectEvent(() => {
    toastError('Error retrieving algorithm version')
    onClose()
  })
  useEffect(() => {
    if (versions.isError) fail()
  }, [versions.isError])
  if (instruments.isError) return <ErrorState error={instruments.error} onRetry={() => void instruments.refetch()} />
  if (tables.isError) return <ErrorState error={tables.error} onRetry={() => void tables.refetch()} />
  if (versions.data === undefined || instruments.isPending || (hasTables && tables.isPending) || lastRun.isLoading)
    return <LoadingRows rows={6} height={34} />
  if (versions.data.length === 0) {
    return <EmptyState title="Not saved" text="Save the script first: optimizations run a saved version." />
  }
  return (
    <NewOptimizationForm
      algorithm={algorithm}
      versions={versions.data}
      instruments={withinLimits(instruments.data, user, now)}
      again={again}
      tables={tables.data ?? null}
      lastInstrumentId={lastRun.data?.instrumentId ?? null}
      onClose={onClose}
    />
  )
}
