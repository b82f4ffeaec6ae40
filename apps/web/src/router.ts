import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { PagePending } from './shell/page-pending.tsx'
import { routeTree } from './route-tree.generated.ts'

/** The router of the app; tests give it a history of their own. */
export function createAppRouter(history?: RouterHistory) {
  const created = createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { queryClient },
    defaultPreload: 'intent',
    // Freshness is the query client's business: a loader only asks it, and runs on each visit.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  })
  // The frame is painted before the code of the first page has arrived. Later, a page stays until the next one is ready,
  // unless that takes long.
  const stop = created.subscribe('onResolved', () => {
    created.update({ ...created.options, defaultPendingMs: 1000, defaultPendingMinMs: 300 })
    stop()
  })
  return created
}

export const router = createAppRouter()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
