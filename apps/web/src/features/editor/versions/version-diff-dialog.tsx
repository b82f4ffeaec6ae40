import { Button, Modal, Select } from '@mantine/core'
import type { Algorithm, AlgorithmVersion, AlgorithmVersionSummary } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { versionQuery } from '../../algorithms/algorithm-queries.ts'
import { versionLabel } from '../../algorithms/version-label.ts'
import { DiffSurface } from '../diff-surface.tsx'
import classes from './versions.module.css'

interface VersionDiffDialogProps {
  readonly algorithm: Algorithm
  /** Newest first. */
  readonly versions: readonly AlgorithmVersionSummary[]
  /** The version to compare with the one before it; null closes the dialog. */
  readonly startId: string | null
  readonly onRestore: ((text: string, message: string) => void) | null
  readonly onClose: () => void
}

/** The differences of any two versions; the older one stands on the left whatever is chosen first. */
export function VersionDiffDialog(props: VersionDiffDialogProps): ReactElement {
  const { algorithm, versions, startId, onRestore, onClose } = props
  return (
    <Modal opened={startId !== null} onClose={onClose} title="Compare versions" size="min(1200px, 96vw)">
      {startId === null ? null : (
        <Differences
          algorithm={algorithm}
          versions={versions}
          startId={startId}
          onRestore={
            onRestore === null
              ? null
              : (text, message) => {
                  onRestore(text, message)
                  onClose()
                }
          }
        />
      )}
    </Modal>
  )
}

function Differences(props: Omit<VersionDiffDialogProps, 'onClose'> & { readonly startId: string }): ReactElement {
  const { algorithm, versions, startId, onRestore } = props
  const at = versions.findIndex(({ id }) => id === startId)
  // With the version before it, or, of the first one, with the version after it.
  const partner = versions[at + 1] ?? versions[at - 1] ?? versions[at]
  const [pair, setPair] = useState<readonly [string, string]>([partner?.id ?? startId, startId])
  const [left = startId, right = startId] = inOrder(pair, versions)
  const older = useQuery(versionQuery(algorithm, left))
  const newer = useQuery(versionQuery(algorithm, right))
  const failed = [older, newer].find(({ isError }) => isError)
  const data = versions.map((version, index) => ({
    value: version.id,
    label: [versionLabel(version, index === 0), version.message].filter((part) => part !== '').join(' · '),
  }))
  const labelOf = (id: string): string => {
    const index = versions.findIndex((version) => version.id === id)
    const version = versions[index]
    return version === undefined ? '' : versionLabel(version, index === 0)
  }
  const restore = (version: AlgorithmVersion): ReactElement => (
    <Button
      key={version.id}
      variant="default"
      size="sm"
      onClick={() => onRestore?.(version.script, `Restored ${version.displayVersionNo}`)}
    >
      Restore {version.displayVersionNo}
    </Button>
  )
  const loaded = [older.data, newer.data].filter((version) => version !== undefined)
  return (
    <>
      <div className={classes['bar']}>
        <Select
          label="Older version"
          allowDeselect={false}
          data={data}
          value={left}
          onChange={(id) => id !== null && setPair([id, right])}
        />
        <Select
          label="Newer version"
          allowDeselect={false}
          data={data}
          value={right}
          onChange={(id) => id !== null && setPair([left, id])}
        />
        <span>{onRestore === null ? null : [...new Set(loaded)].map(restore)}</span>
      </div>
      {failed?.error ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {older.data && newer.data ? (
        <DiffSurface
          left={older.data.script}
          right={newer.data.script}
          leftLabel={labelOf(left)}
          rightLabel={labelOf(right)}
        />
      ) : null}
      {failed === undefined && !(older.data && newer.data) ? <LoadingBlock height={400} /> : null}
    </>
  )
}

/** The older one first; the list is newest first. */
function inOrder(pair: readonly [string, string], versions: readonly AlgorithmVersionSummary[]): string[] {
  const place = (id: string): number => versions.findIndex((version) => version.id === id)
  return pair.toSorted((one, other) => place(other) - place(one))
}
