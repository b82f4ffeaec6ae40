import type { Optimization } from '@tradeloom/contracts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { LiveEvents } from '../../realtime/live.ts'
import { patchPending } from '../../realtime/patch-pending.ts'
import { announceRun, dropRun, putRun } from '../../entities/runs/run-lists-live.ts'
import { OPTIMIZATIONS } from './optimization-kind.ts'

type Pages = InfiniteData<Optimization[], string | null>

export const live: LiveEvents = {
  update: (row, client) => {
    if ('strategy' in row) putOptimization(row, client)
  },
  'optimisation-deleted': ({ id }, client) => dropRun(client, OPTIMIZATIONS, id),
}

/** Shows an optimization as it is now, in every list and on its page, and announces how it ended. */
export function putOptimization(row: Optimization, client: QueryClient): void {
  const known = knownRow(client, row.id)
  putRun(client, OPTIMIZATIONS, row)
  patchOne(client, row)
  patchPending(client, ['optimization', row.id], () => patchOne(client, row))
  if (known !== undefined && known.status !== row.status) {
    if (row.status !== 'In Progress') void client.invalidateQueries({ queryKey: ['optimization-log', row.id] })
    announceRun(OPTIMIZATIONS, row, row.statusDetail === '' ? null : row.statusDetail)
  }
}

function knownRow(client: QueryClient, id: string): Optimization | undefined {
  const listed = client
    .getQueriesData<Pages>({ queryKey: ['optimizations'] })
    .flatMap(([, data]) => data?.pages.flat() ?? [])
    .find((row) => row.id === id)
  return listed ?? client.getQueryData<Optimization>(['optimization', id, false])
}

function patchOne(client: QueryClient, row: Optimization): void {
  client.setQueryData(['optimization', row.id, row.readOnly], (old: Optimization | undefined) => old && row)
}
