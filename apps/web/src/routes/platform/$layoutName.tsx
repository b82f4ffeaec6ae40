import { createFileRoute } from '@tanstack/react-router'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/platform/$layoutName')({
  staticData: { page: { title: 'Markets' } },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(instrumentsQuery)
  },
  component: lazyPage(() => import('../../pages/dashboard/platform-page.tsx'), 'PlatformPage'),
})
