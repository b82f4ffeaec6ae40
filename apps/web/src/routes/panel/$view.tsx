import { createFileRoute } from '@tanstack/react-router'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

/** One panel in a window of its own. */
export const Route = createFileRoute('/panel/$view')({
  staticData: { page: { title: 'Panel' }, frame: 'window' },
  // Read by the page: what reads it is no part of the first page.
  validateSearch: ({ options }: { readonly options?: unknown }) => ({ options }),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(instrumentsQuery)
  },
  component: lazyPage(() => import('../../pages/dashboard/panel-window.tsx'), 'PanelWindow'),
})
