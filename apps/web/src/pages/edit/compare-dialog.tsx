import type { Algorithm } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, LoadingBlock } from '../../ui/states.tsx'
import { versionQuery } from '../../entities/algorithms/algorithm-queries.ts'
import { DiffSurface } from '../../entities/scripts/diff-surface.tsx'

/** A version, and the text in the editor to compare with it. */
export interface Compared {
  readonly versionId: string
  readonly label: string
  readonly text: string
}

interface CompareDialogProps {
  readonly algorithm: Algorithm
  readonly compared: Compared | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Shows what the draft changes in a version. */
export function CompareDialog({ algorithm, compared, isOpen, onClose }: CompareDialogProps): ReactElement {
  const version = useQuery({
    ...versionQuery(algorithm, compared?.versionId ?? ''),
    enabled: compared !== null,
  })
  return (
    <Dialog opened={isOpen} onClose={onClose} title={`Changes since ${compared?.label ?? ''}`} size="min(1200px, 96vw)">
      {version.isError ? <ErrorState error={version.error} onRetry={() => void version.refetch()} /> : null}
      {version.isPending && compared !== null ? <LoadingBlock height={400} /> : null}
      {version.data === undefined || compared === null ? null : (
        <DiffSurface
          left={version.data.script}
          right={compared.text}
          leftLabel={compared.label}
          rightLabel="Your draft"
        />
      )}
    </Dialog>
  )
}
