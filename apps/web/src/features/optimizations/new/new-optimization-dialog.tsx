import type { Algorithm, Optimization } from '@tradeloom/contracts'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { toastError } from '../../../ui/toast.ts'
import { RunDialog } from '../../../entities/runs/run-dialog.tsx'
import { useRunChoices } from '../../../entities/run-settings/use-run-choices.ts'
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
  return (
    <RunDialog title="New Optimization" isAgain={again !== null} size={680} isOpen={isOpen} onClose={onClose}>
      <Content {...props} />
    </RunDialog>
  )
}

function Content(props: Omit<NewOptimizationDialogProps, 'isOpen'>): ReactElement {
  const { algorithm, again, onClose } = props
  const choices = useRunChoices(algorithm, again, optimizationTablesQuery(again?.id ?? ''))
  const { versions, failed, isPending, instruments, tables, lastInstrumentId } = choices
  const fail = useEffectEvent(() => {
    toastError('Error retrieving algorithm version')
    onClose()
  })
  useEffect(() => {
    if (versions.isError) fail()
  }, [versions.isError])
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (versions.data === undefined || isPending) return <LoadingRows rows={6} height={34} />
  if (versions.data.length === 0) {
    return <EmptyState title="Not saved" text="Save the script first: optimizations run a saved version." />
  }
  return (
    <NewOptimizationForm
      algorithm={algorithm}
      versions={versions.data}
      instruments={instruments}
      again={again}
      tables={tables}
      lastInstrumentId={lastInstrumentId}
      onClose={onClose}
    />
  )
}
