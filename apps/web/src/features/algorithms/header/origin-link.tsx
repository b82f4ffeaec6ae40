import type { Algorithm } from '@tradeloom/contracts'
import { IconAlertTriangle, IconArrowsDiff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Hint } from '../../../ui/hint.tsx'

/**
 * `cloned from Cross v2` with a link to the differences, and a warning when the origin has a newer version; nothing if
 * the viewer may not see the origin.
 */
export function OriginLink({ algorithm }: { readonly algorithm: Algorithm }): ReactElement | null {
  const { id, clonedFromAlgorithm, clonedFromName, clonedFromVersion, clonedFromVersionNo, hasNewerOrigin } = algorithm
  if (clonedFromAlgorithm === null || clonedFromName === null) return null
  const shown = clonedFromVersionNo === null ? clonedFromName : `${clonedFromName} ${clonedFromVersionNo}`
  return (
    <span className="inline muted" style={{ maxWidth: 340 }}>
      <span className="truncate">
        cloned from{' '}
        {clonedFromVersion === null ? (
          <Link to="/algorithms/$algorithmId" params={{ algorithmId: clonedFromAlgorithm }}>
            {shown}
          </Link>
        ) : (
          <Link
            to="/algorithms/$algorithmId/edit/$versionId"
            params={{ algorithmId: clonedFromAlgorithm, versionId: clonedFromVersion }}
          >
            {shown}
          </Link>
        )}
      </span>
      <Hint label={`Compare with ${shown}`}>
        <Link
          to="/algorithms/$algorithmId/edit"
          params={{ algorithmId: id }}
          search={{ compare: 'origin' }}
          aria-label={`Compare with ${shown}`}
          className="inline"
        >
          <IconArrowsDiff size={15} aria-hidden />
        </Link>
      </Hint>
      {hasNewerOrigin ? (
        <Hint label={`${clonedFromName} has a newer version`}>
          <Link
            to="/algorithms/$algorithmId"
            params={{ algorithmId: clonedFromAlgorithm }}
            aria-label={`${clonedFromName} has a newer version`}
            className="inline warn"
          >
            <IconAlertTriangle size={15} aria-hidden />
          </Link>
        </Hint>
      ) : null}
    </span>
  )
}
