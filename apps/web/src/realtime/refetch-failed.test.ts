import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, NO_CONNECTION } from '../api/api-error.ts'
import { refetchFailed } from './refetch-failed.ts'
import type { SocketState } from './socket-client.ts'

class FakeSocket {
  state: SocketState = 'connecting'
  #listener = (): void => {}

  onState(listener: () => void): () => void {
    this.#listener = listener
    return () => {
      this.#listener = () => {}
    }
  }

  become(state: SocketState): void {
    this.state = state
    this.#listener()
  }
}

let error: Error | null = null
const read = vi.fn(async () => {
  if (error !== null) throw error
  return 'data'
})
const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
const socket = new FakeSocket()
const browser = new EventTarget()
let observer = new QueryObserver(client, { queryKey: ['instruments'], queryFn: read })
let stops: (() => void)[] = []

/** A shown panel whose request fails. */
async function fail(reason: Error): Promise<void> {
  error = reason
  stops.push(
    refetchFailed(client, socket, browser),
    observer.subscribe(() => {}),
  )
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
  error = null
  expect(read).toHaveBeenCalledTimes(1)
}

beforeEach(() => {
  read.mockClear()
  observer = new QueryObserver(client, { queryKey: ['instruments'], queryFn: read })
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  client.clear()
})

it.each([
  ['when the socket is connected again', () => socket.become('open')],
  ['when the browser is online again', () => browser.dispatchEvent(new Event('online'))],
])('loads again %s', async (_, recover) => {
  await fail(new ApiError(NO_CONNECTION, 0, 'no-connection'))
  socket.become('connecting')
  expect(read).toHaveBeenCalledTimes(1)
  recover()
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('data'))
  expect(read).toHaveBeenCalledTimes(2)
})

it('does not repeat a request that was refused, nor one that succeeded', async () => {
  await fail(new ApiError('Not found', 404, 'not-found'))
  socket.become('open')
  expect(read).toHaveBeenCalledTimes(1)
  await observer.refetch()
  socket.become('open')
  expect(read).toHaveBeenCalledTimes(2)
})

it('ends', async () => {
  await fail(new ApiError(NO_CONNECTION, 0, 'no-connection'))
  stops[0]?.()
  socket.become('open')
  browser.dispatchEvent(new Event('online'))
  expect(read).toHaveBeenCalledTimes(1)
})
