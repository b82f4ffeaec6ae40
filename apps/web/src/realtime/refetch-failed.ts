import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import type { SocketClient } from './socket-client.ts'

/**
 * Loads what failed while the server could not be reached, or could not answer, as soon as it can be reached again: nothing
 * else would bring the data back before the next visit of the page. Returns how to end it.
 */
export function refetchFailed(
  client: QueryClient,
  socket: Pick<SocketClient, 'state' | 'onState'>,
  browser: EventTarget,
): () => void {
  const refetch = (): void => {
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => isOutage(state.error) })
  }
  const ignore = socket.onState(() => {
    if (socket.state === 'open') refetch()
  })
  browser.addEventListener('online', refetch)
  return () => {
    ignore()
    browser.removeEventListener('online', refetch)
  }
}

/** A request that the server refused would be refused again. */
function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
