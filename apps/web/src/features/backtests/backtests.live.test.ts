// @vitest-environment jsdom
import { type InfiniteData, QueryClient, QueryObserver } from '@tanstack/react-query'
import { type Backtest, backtest } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { sampleOf } from '../../testing/sample-of.ts'
import { live } from './backtests.live.ts'

const statusesIn = (client: QueryClient) =>
  client
    .getQueryData<InfiniteData<Backtest[]>>(['backtests', 'all'])
    ?.pages.flat()
    .map(({ status }) => status)

it('keeps the end of a run although an older answer of the list arrives after it', async () => {
  const client = new QueryClient()
  const running = { ...(sampleOf(backtest) as Backtest), status: 'In Progress' as const }
  const ended = { ...running, status: 'Completed' as const }
  const older = Promise.withResolvers<Backtest[]>()
  void client.prefetchInfiniteQuery({
    queryKey: ['backtests', 'all'],
    queryFn: () => older.promise,
    initialPageParam: null,
  })
  live.completed?.(ended, client, 'completed')
  older.resolve([running])
  await expect.poll(() => statusesIn(client)).toEqual(['Completed'])
})

it('does not show a deleted run again when an older answer of the list arrives', async () => {
  const client = new QueryClient()
  const row = sampleOf(backtest) as Backtest
  const other = { ...row, id: `${row.id.slice(0, -1)}0`, status: 'Stopped' as const }
  const older = Promise.withResolvers<Backtest[]>()
  void client.prefetchInfiniteQuery({
    queryKey: ['backtests', 'all'],
    queryFn: () => older.promise,
    initialPageParam: null,
  })
  live.deleted?.({ id: row.id, algorithmId: row.algorithmId }, client, 'deleted')
  older.resolve([row, other])
  await expect.poll(() => statusesIn(client)).toEqual(['Stopped'])
})

it('reads a result again when the run ended between its answer and the subscription', async () => {
  const client = new QueryClient()
  const running = { ...(sampleOf(backtest) as Backtest), status: 'In Progress' as const }
  const ended = { ...running, status: 'Completed' as const }
  const answers = [Promise.withResolvers<Backtest>(), Promise.withResolvers<Backtest>()]
  const calls: number[] = []
  const observer = new QueryObserver<Backtest>(client, {
    queryKey: ['backtest', running.id, false],
    queryFn: () => answers[calls.push(calls.length) - 1]!.promise,
  })
  const stop = observer.subscribe(() => undefined)
  live.update?.(ended, client, 'update')
  answers[0]?.resolve(running)
  await expect.poll(() => calls.length).toBe(2)
  answers[1]?.resolve(ended)
  await expect.poll(() => observer.getCurrentResult().data?.status).toBe('Completed')
  live.update?.(ended, client, 'update')
  expect(calls).toHaveLength(2)
  stop()
})
