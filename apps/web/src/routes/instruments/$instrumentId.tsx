import { createFileRoute } from '@tanstack/react-router'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/instruments/$instrumentId')({
  staticData: { page: { title: 'Instrument' } },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(instrumentsQuery)
  },
  component: lazyPage(() => import('../../pages/instrument/instrument-page.tsx'), 'InstrumentPage'),
})
