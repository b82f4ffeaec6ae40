import { QueryClient } from '@tanstack/react-query'
import type { VersionCheck } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { putVersionCheck } from './put-version-check.ts'

const CHECK: VersionCheck = {
  status: 'done',
  verdict: 'unbiased',
  reason: null,
  findings: [],
  engineVersion: '1',
  time: '',
}

it('updates the check in lists, cards and pages that show the version, and nowhere else', () => {
  const client = new QueryClient()
  const version = (id: string) => ({ id, check: null })
  client.setQueryData(['versions', 'a', false], [version('v2'), version('v1')])
  client.setQueryData(['algorithm', 'a'], { id: 'a', latestVersion: version('v2') })
  client.setQueryData(
    ['algorithms', 'own'],
    [
      { id: 'b', latestVersion: version('w1') },
      { id: 'a', latestVersion: version('v2') },
    ],
  )
  putVersionCheck(client, { algorithmId: 'a', versionId: 'v2', check: CHECK })
  expect(client.getQueryData(['versions', 'a', false])).toEqual([{ id: 'v2', check: CHECK }, version('v1')])
  expect(client.getQueryData(['algorithm', 'a'])).toEqual({ id: 'a', latestVersion: { id: 'v2', check: CHECK } })
  expect(client.getQueryData(['algorithms', 'own'])).toEqual([
    { id: 'b', latestVersion: version('w1') },
    { id: 'a', latestVersion: { id: 'v2', check: CHECK } },
  ])
})

it('keeps the end of a check although an older answer of the list of versions arrives after it', async () => {
  const client = new QueryClient()
  const older = Promise.withResolvers<unknown[]>()
  void client.prefetchQuery({ queryKey: ['versions', 'a', false], queryFn: () => older.promise })
  putVersionCheck(client, { algorithmId: 'a', versionId: 'v1', check: CHECK })
  older.resolve([{ id: 'v1', check: { ...CHECK, status: 'checking', verdict: null } }])
  await expect.poll(() => client.getQueryData(['versions', 'a', false])).toEqual([{ id: 'v1', check: CHECK }])
})
