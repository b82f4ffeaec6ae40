import type { Optimization } from '@tradeloom/contracts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { LiveEvents } from '../../realtime/live.ts'
import { patchPending } from '../../realtime/patch-pending.ts'
import { toastError, toastInfo } from '../../ui/toast.ts'
import { removeOptimization } from './remove-optimization.ts'

type Pages = InfiniteData<Optimization[], string | null>

export const live: LiveEvents = {
  'optimisation-update': putOptimization,
  'optimisation-deleted': ({ id }, client) => removeOptimization(client, id),
}

/** Shows an optimization as it is now, in every list and on its page, and announces how it ended. */
export function putOptimization(row: Optimization, client: QueryClient): void {
  const known = knownRow(client, row.id)
  patchLists(client, row)
  patchPending(client, ['optimizations'], () => patchLists(client, row))
  patchOne(client, row)
  patchPending(client, ['optimization', row.id], () => patchOne(client, row))
  if (known !== undefined && known.status !== row.status) {
    if (row.status !== 'In Progress') void client.invalidateQueries({ queryKey: ['optimization-log', row.id] })
    announce(row)
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

function patchLists(client: QueryClient, row: Optimization): void {
  for (const [key, data] of client.getQueriesData<Pages>({ queryKey: ['optimizations'] })) {
    if (data === undefined) continue
    const isKnown = data.pages.some((page) => page.some(({ id }) => id === row.id))
    const belongs = key[1] === 'all' || (key[1] === row.algorithmId && key[2] === row.readOnly)
    const [first = [], ...rest] = data.pages
    if (isKnown) {
      const pages = data.pages.map((page) => page.map((one) => (one.id === row.id ? row : one)))
      client.setQueryData<Pages>(key, { ...data, pages })
    } else if (belongs && (first[0] === undefined || first[0].time <= row.time)) {
      client.setQueryData<Pages>(key, { ...data, pages: [[row, ...first], ...rest] })
    }
  }
}

function announce({ id, algorithmName, symbol, status, statusDetail }: Optimization): void {
  const what = `Optimization of ${algorithmName} on ${symbol}`
  if (status === 'In Progress') toastInfo(`${what} started`, id)
  if (status === 'Completed') toastInfo(`${what} completed`, id)
  if (status === 'Stopped') toastInfo(`${what} stopped`, id)
  const isBad = status === 'Errored' || status === 'Failed'
  if (isBad) toastError(`${what} ${status.toLowerCase()}${statusDetail === '' ? '' : `: ${statusDetail}`}`, id)
}
