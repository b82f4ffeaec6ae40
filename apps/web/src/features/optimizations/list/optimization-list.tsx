import type { Algorithm } from '@tradeloom/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { RunList } from '../../../entities/runs/run-list.tsx'
import { OPTIMIZATIONS } from '../optimization-kind.ts'
import { optimizationsQuery } from '../optimization-query.ts'
import { OptimizationCard } from './optimization-card.tsx'
import { optimizationColumns } from './optimization-columns.tsx'

interface OptimizationListProps {
  /** Whose optimizations these are; null for all of the user. */
  readonly algorithm: Pick<Algorithm, 'id' | 'readOnly'> | null
  readonly action?: ReactNode
}

/** Optimizations with live status, and what can be done with each. */
export function OptimizationList({ algorithm, action }: OptimizationListProps): ReactElement {
  const isAll = algorithm === null
  const isOwn = algorithm === null || !algorithm.readOnly
  const query = useInfiniteQuery(optimizationsQuery(algorithm))
  const rows = useMemo(() => query.data?.pages.flat() ?? [], [query.data])
  const columns = useMemo(() => optimizationColumns({ isAll, isOwn }), [isAll, isOwn])
  return (
    <RunList
      kind={OPTIMIZATIONS}
      query={query}
      rows={rows}
      isAll={isAll}
      columns={columns}
      renderCard={(row) => <OptimizationCard row={row} isAll={isAll} isOwn={isOwn} />}
      count={`${rows.length}${query.hasNextPage ? '+' : ''}`}
      actions={action}
      spaceAround={240}
    />
  )
}
