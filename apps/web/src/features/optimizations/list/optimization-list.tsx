import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Algorithm, Optimization } from '@tradeloom/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { useSocketState } from '../../../realtime/socket.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { algorithmOptimizationsQuery, allOptimizationsQuery } from '../optimization-lists.ts'
import { OptimizationCards } from './optimization-cards.tsx'
import { optimizationColumns } from './optimization-columns.tsx'

interface OptimizationListProps {
  /** Whose optimizations these are; null for all of the user. */
  readonly algorithm: Pick<Algorithm, 'id' | 'readOnly'> | null
  readonly action?: ReactNode
}

/** Optimizations with live status, and what can be done with each. */
export function OptimizationList({ algorithm, action }: OptimizationListProps): ReactElement {
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const isStale = useSocketState() !== 'open'
  const isAll = algorithm === null
  const isOwn = algorithm === null || !algorithm.readOnly
  const own = useInfiniteQuery({ ...allOptimizationsQuery, enabled: isAll })
  const of = useInfiniteQuery({
    ...algorithmOptimizationsQuery(algorithm ?? { id: '', readOnly: false }),
    enabled: !isAll,
  })
  const query = isAll ? own : of
  const rows = useMemo(() => query.data?.pages.flat() ?? [], [query.data])
  const columns = useMemo(() => optimizationColumns({ isAll, isOwn }), [isAll, isOwn])
  const open = useOpen(isAll)
  const hasRows = rows.length > 0
  const footer = query.hasNextPage ? (
    <Button variant="subtle" m={6} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Show older optimizations
    </Button>
  ) : null
  return (
    <Panel
      title="Optimizations"
      detail={hasRows ? `${rows.length}${query.hasNextPage ? '+' : ''}${isStale ? ' · reconnecting…' : ''}` : undefined}
      actions={action}
      flush
    >
      {query.isPending ? <LoadingRows rows={8} /> : null}
      {query.isError && !hasRows ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isSuccess && !hasRows ? (
        <EmptyState
          picture="optimizations"
          title="No optimisations"
          text="Search for the values of the externals that would have performed best, and learn how much of it is luck."
        />
      ) : null}
      {hasRows && isNarrow ? <OptimizationCards rows={rows} isAll={isAll} isOwn={isOwn} footer={footer} /> : null}
      {hasRows && !isNarrow ? (
        <DataTable
          label="Optimizations"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          onRow={open}
          rowHeight={30}
          maxHeight="calc(100dvh - 240px)"
          footer={footer}
        />
      ) : null}
    </Panel>
  )
}

function useOpen(isAll: boolean): (row: Optimization) => void {
  const navigate = useNavigate()
  return ({ id, algorithmId }) => {
    void (isAll
      ? navigate({ to: '/optimizations/$optimisationId', params: { optimisationId: id } })
      : navigate({
          to: '/algorithms/$algorithmId/optimize/$optimisationId',
          params: { algorithmId, optimisationId: id },
        }))
  }
}
