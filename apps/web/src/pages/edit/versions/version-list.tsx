import { ActionIcon, Box } from '@mantine/core'
import type { Algorithm, AlgorithmVersionSummary } from '@tradeloom/contracts'
import { IconArrowsDiff, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { versionsQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import { SharedBadge } from '../../../ui/badges.tsx'
import { CheckBadge } from '../../../entities/algorithms/check-badge.tsx'
import { formatMinute } from '../../../ui/format.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { versionLabel } from '../../../entities/algorithms/version-label.ts'
import classes from '../../../entities/scripts/editor.module.css'
import { useComparison } from '../comparison-address.ts'
import { VersionMessage } from './version-message.tsx'
import versionsClasses from './versions.module.css'
import { Hint } from '../../../ui/hint.tsx'

interface VersionListProps {
  readonly algorithm: Algorithm
  readonly shownId: string | null
}

/** Newest first; a click on a version loads it into the editor, and any two can be compared. */
export function VersionList({ algorithm, shownId }: VersionListProps): ReactElement {
  const versions = useQuery(versionsQuery(algorithm))
  if (versions.isPending) return <LoadingRows rows={4} height={40} />
  if (versions.isError) return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  if (versions.data.length === 0)
    return <EmptyState title={versionLabel(null)} text="The first save creates version 1." />
  return (
    <ul className={classes['versions']}>
      {versions.data.map((version, index) => (
        <VersionRow
          key={version.id}
          algorithm={algorithm}
          version={version}
          isLatest={index === 0}
          isShown={version.id === shownId}
        />
      ))}
    </ul>
  )
}

interface VersionRowProps {
  readonly algorithm: Algorithm
  readonly version: AlgorithmVersionSummary
  readonly isLatest: boolean
  readonly isShown: boolean
}

function VersionRow({ algorithm, version, isLatest, isShown }: VersionRowProps): ReactElement {
  const { id, displayVersionNo, message } = version
  const { show } = useComparison()
  const [isEdited, setEdited] = useState(false)
  return (
    <Box pos="relative" component="li">
      <Link
        to="/algorithms/$algorithmId/edit/$versionId"
        params={{ algorithmId: algorithm.id, versionId: id }}
        className={classes['versionRow']}
        aria-current={isShown ? 'true' : undefined}
      >
        <span className={classes['versionHead']}>
          <strong className="num">{versionLabel(version, isLatest)}</strong>
          {version.shared ? <SharedBadge /> : null}
          <CheckBadge check={version.check} isShort />
          <span className="muted num">{formatMinute(version.time)}</span>
        </span>
        {isEdited ? null : (
          <span className={`${versionsClasses['text']} ${message === '' ? 'muted' : ''}`}>
            {message || 'No message'}
          </span>
        )}
      </Link>
      {isEdited ? (
        <VersionMessage algorithm={algorithm} version={version} onDone={() => setEdited(false)} />
      ) : (
        <span className={versionsClasses['actions']}>
          {algorithm.readOnly ? null : (
            <Hint label={`Edit the message of ${displayVersionNo}`}>
              <ActionIcon aria-label={`Edit the message of ${displayVersionNo}`} onClick={() => setEdited(true)}>
                <IconPencil size={15} aria-hidden />
              </ActionIcon>
            </Hint>
          )}
          <Hint label={`Compare ${displayVersionNo}`}>
            <ActionIcon aria-label={`Compare ${displayVersionNo}`} onClick={() => show(id)}>
              <IconArrowsDiff size={15} aria-hidden />
            </ActionIcon>
          </Hint>
        </span>
      )}
    </Box>
  )
}
