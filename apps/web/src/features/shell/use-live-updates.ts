import type { Backtest, MarketImport, ServerEvent } from '@tradeloom/contracts'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { putVersionCheck } from '../algorithms/put-version-check.ts'
import { useUser } from '../auth/bootstrap-query.ts'
import type { QueryClient } from '@tanstack/react-query'
import { progressStore, useTopic } from '../../realtime/socket.ts'
import { showExpired } from '../auth/auth-prompt.ts'
import { toastError, toastInfo } from '../../ui/toast.ts'

type Pages = InfiniteData<Backtest[], string | null>

/** Updates a row in every list that shows it; a new row is added at the front. */
function patchLists(client: QueryClient, row: Backtest): void {
  client.setQueriesData<Pages>({ queryKey: ['backtests'] }, (data) => {
    if (data === undefined) return data
    return { ...data, pages: data.pages.map((page) => page.map((known) => (known.id === row.id ? row : known))) }
  })
  const lists = client.getQueriesData<Pages>({ queryKey: ['backtests'] })
  for (const [key, data] of lists) {
    const belongs = key[1] === 'all' || (key[1] === row.algorithmId && key[2] === false)
    const isKnown = data?.pages.some((page) => page.some(({ id }) => id === row.id)) ?? true
    if (!belongs || isKnown || data === undefined) continue
    const [first = [], ...rest] = data.pages
    const newest = first[0]
    if (newest !== undefined && newest.time > row.time) continue
    client.setQueryData<Pages>(key, { ...data, pages: [[row, ...first], ...rest] })
  }
}

function removeRow(client: QueryClient, id: string): void {
  client.setQueriesData<Pages>({ queryKey: ['backtests'] }, (data) =>
    data === undefined ? data : { ...data, pages: data.pages.map((page) => page.filter((row) => row.id !== id)) },
  )
}

const ENDED = new Set(['completed', 'errored', 'failed', 'stopped'])

/** A run that ends has charts, positions and a log: reloads what is on screen. */
function refreshResult(client: QueryClient, id: string): void {
  for (const kind of ['backtest', 'backtest-charts', 'backtest-positions', 'backtest-log']) {
    void client.invalidateQueries({ queryKey: [kind, id] })
  }
}

function announce(event: ServerEvent['event'], row: Backtest): void {
  const what = `Backtest of ${row.algorithmName} on ${row.symbol}`
  if (event === 'started') toastInfo(`${what} started`, row.id)
  if (event === 'completed') toastInfo(`${what} completed`, row.id)
  if (event === 'stopped') toastInfo(`${what} stopped`, row.id)
  if (event === 'errored') toastError(`${what} errored${row.detail === null ? '' : `: ${row.detail}`}`, row.id)
  if (event === 'failed') toastError(`${what} failed${row.detail === null ? '' : `: ${row.detail}`}`, row.id)
}

/** An unknown import was started in another tab or window. */
function withImport(known: MarketImport[] | undefined, one: MarketImport): MarketImport[] | undefined {
  if (known === undefined || known.some(({ id }) => id === one.id)) {
    return known?.map((other) => (other.id === one.id ? one : other))
  }
  return [one, ...known]
}

function receive(client: QueryClient, event: ServerEvent): void {
  switch (event.event) {
    case 'progress':
      progressStore.set(event.data.id, event.data)
      return
    case 'deleted':
      removeRow(client, event.data.id)
      return
    case 'logout':
      showExpired()
      return
    case 'missed':
      void client.invalidateQueries()
      return
    case 'version-check':
      putVersionCheck(client, event.data)
      return
    case 'import':
      client.setQueryData<MarketImport[]>(['imports'], (known) => withImport(known, event.data))
      return
    default:
      patchLists(client, event.data)
      if (ENDED.has(event.event)) {
        progressStore.delete(event.data.id)
        refreshResult(client, event.data.id)
      } else if (event.event === 'started') refreshResult(client, event.data.id)
      announce(event.event, event.data)
  }
}

/** Applies the server's events about the signed-in user's data to the caches, once for all screens. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  const isSignedIn = Boolean(useUser())
  useTopic(isSignedIn ? 'backtests' : null, (event) => receive(client, event))
  useTopic(isSignedIn ? 'algorithms' : null, (event) => receive(client, event))
  useTopic(isSignedIn ? 'imports' : null, (event) => receive(client, event))
  useTopic(isSignedIn ? 'user' : null, (event) => receive(client, event))
}
