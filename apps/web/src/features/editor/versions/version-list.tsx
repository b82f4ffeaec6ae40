import { ActionIcon, Tooltip } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { versionsQuery } from '../../algorithms/algorithm-queries.ts'
import { SharedBadge } from '../../../ui/badges.tsx'
import { CheckBadge } from '../../algorithms/check-badge.tsx'
import { formatMinute } from '../../../ui/format.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { versionLabel } from '../../algorithms/version-label.ts'
import classes from '../editor.module.css'
import { VersionDiffDialog } from './version-diff-dialog.tsx'
import versionsClasses from './versions.module.css'

interface VersionListProps {
  readonly algorithm: Algorithm
  readonly shownId: string | null
  /** Loads the script of another version as a draft; null when the script is read-only. */
  readonly onRestore: ((text: string, message: string) => void) | null
}

/** Newest first; a click on a version loads it into the editor, and any two can be compared. */
export function VersionList({ algorithm, shownId, onRestore }: VersionListProps): ReactElement {
  const versions = useQuery(versionsQuery(algorithm))
  const [comparedId, setComparedId] = useState<string | null>(null)
  if (versions.isPending) return <LoadingRows rows={4} height={40} />
  if (versions.isError) return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  if (versions.data.length === 0)
    return <EmptyState title={versionLabel(null)} text="The first save creates version 1." />
  return (
    <>
      <ul className={classes['versions']}>
        {versions.data.map((version, index) => (
          <li key={version.id} className={versionsClasses['row']}>
            <Link
              to="/algorithms/$algorithmId/edit/$versionId"
              params={{ algorithmId: algorithm.id, versionId: version.id }}
              className={classes['versionRow']}
              aria-current={version.id === shownId ? 'true' : undefined}
            >
              <span className={classes['versionHead']}>
                <strong className="num">{versionLabel(version, index === 0)}</strong>
                {version.shared ? <SharedBadge /> : null}
                <span className="muted num">{formatMinute(version.time)}</span>
              </span>
              <span className={classes['versionCheck']}>
                <CheckBadge check={version.check} />
              </span>
              <span className={version.message === '' ? 'muted' : undefined}>{version.message || 'No message'}</span>
            </Link>
            <Tooltip label={`Compare ${version.displayVersionNo}`}>
              <ActionIcon
                className={versionsClasses['compare'] ?? ''}
                aria-label={`Compare ${version.displayVersionNo}`}
                onClick={() => setComparedId(version.id)}
              >
                <IconArrowsDiff size={15} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
      <VersionDiffDialog
        key={comparedId}
        algorithm={algorithm}
        versions={versions.data}
        startId={comparedId}
        onRestore={onRestore}
        onClose={() => setComparedId(null)}
      />
    </>
  )
}
