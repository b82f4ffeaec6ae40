import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from './query-client.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

it('calls the server also while the browser considers itself offline: it may be on this machine', async () => {
  onlineManager.setOnline(false)
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: async () => 'saved' })
  expect(await mutation.execute(undefined)).toBe('saved')
  expect(await queryClient.fetchQuery({ queryKey: ['offline'], queryFn: async () => 'read' })).toBe('read')
})
