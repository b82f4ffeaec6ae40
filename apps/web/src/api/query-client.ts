import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

// Components hear of a call before the next event, so that a second click finds the button busy.
notifyManager.setScheduler(queueMicrotask)

/**
 * The server may be on this machine, or in a network without internet: calls are made, and fail with a message, also
 * while the browser considers itself offline. By default they would wait without a word.
 */
const networkMode = 'always'

/** The cache of everything loaded over HTTP; socket events patch it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode,
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      // Only lost connections and server errors are retried: a rejected request would be rejected again.
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status > 0 && error.status < 500),
      retryDelay: (attempt) => Math.min(4000, 500 * 2 ** attempt),
    },
    mutations: { networkMode, retry: false },
  },
})
