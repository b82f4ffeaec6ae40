import { createFileRoute } from '@tanstack/react-router'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

/** A chart as a part of pages elsewhere. */
export const Route = createFileRoute('/embed/chart')({
  staticData: { page: { title: 'Price chart' }, frame: 'embedded' },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(instrumentsQuery)
  },
  component: lazyPage(() => import('../../features/markets/embedded-chart.tsx'), 'EmbeddedChart'),
})
