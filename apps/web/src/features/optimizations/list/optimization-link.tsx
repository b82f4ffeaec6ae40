import type { Optimization } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { formatMinute } from '../../../ui/format.ts'

interface OptimizationLinkProps {
  readonly row: Pick<Optimization, 'id' | 'algorithmId' | 'time'>
  readonly isAll: boolean
}

/** Link to an optimization: inside its algorithm, or in the list of all. */
export function OptimizationLink({ row, isAll }: OptimizationLinkProps): ReactElement {
  const text = formatMinute(row.time)
  return isAll ? (
    <Link to="/optimizations/$optimisationId" params={{ optimisationId: row.id }}>
      {text}
    </Link>
  ) : (
    <Link
      to="/algorithms/$algorithmId/optimize/$optimisationId"
      params={{ algorithmId: row.algorithmId, optimisationId: row.id }}
    >
      {text}
    </Link>
  )
}
