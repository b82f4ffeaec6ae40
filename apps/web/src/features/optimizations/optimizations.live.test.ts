import { QueryClient } from '@tanstack/react-query'
import type { Optimization } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { sampleReply } from '../../testing/mock-api.ts'
import { putOptimization } from './optimizations.live.ts'

it('shows the end of an optimization although an answer from before its end was still under way', async () => {
  const client = new QueryClient()
  const running = { ...sampleReply('getOptimization'), status: 'In Progress', readOnly: false } as Optimization
  const queryKey = ['optimization', running.id, false]
  const answer = Promise.withResolvers<Optimization>()
  const asked = client.fetchQuery({ queryKey, queryFn: () => answer.promise })
  putOptimization({ ...running, status: 'Completed' }, client)
  answer.resolve(running)
  await asked
  expect(client.getQueryData(queryKey)).toMatchObject({ status: 'Completed' })
})
