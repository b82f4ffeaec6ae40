import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Resources live here; what changes by the second comes over the socket and patches them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      // What the server refused stays refused; only lost connections and restarts are worth another try.
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status > 0 && error.status < 500),
      retryDelay: (attempt) => Math.min(4000, 500 * 2 ** attempt),
    },
    mutations: { retry: false },
  },
})
