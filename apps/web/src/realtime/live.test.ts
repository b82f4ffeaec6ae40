import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { applyEvent, ALWAYS_TOPICS } from './live.ts'

const CHANGE = { event: 'logout', data: null } as const

function setUp() {
  const client = new QueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  return { client, invalidate }
}

it('every page subscribes to the topics that it always needs, and to none with an id', () => {
  expect(ALWAYS_TOPICS).toEqual(expect.arrayContaining(['backtests', 'imports', 'algorithms', 'user']))
  expect(ALWAYS_TOPICS.some((name) => name.includes('{id}'))).toBe(false)
})

it('calls the listener of an event with its data', () => {
  const { client, invalidate } = setUp()
  const logout = vi.fn()
  applyEvent('user', CHANGE, [{ logout }], client)
  expect(logout).toHaveBeenCalledExactlyOnceWith(null, client, 'logout')
  expect(invalidate).not.toHaveBeenCalled()
})

it('fetches what is cached under the name of the topic again when no feature listens', () => {
  const { client, invalidate } = setUp()
  applyEvent('user', CHANGE, [{}], client)
  expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: ['user'] })
})

it('fetches everything again after changes may have been missed', () => {
  const { client, invalidate } = setUp()
  applyEvent('imports', { event: 'missed', data: null }, [{}], client)
  expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: [] })
})
