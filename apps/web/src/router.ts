import { createRouter } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { routeTree } from './route-tree.generated.ts'

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // Freshness is the query client's business: a loader only asks it, and runs on each visit.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
