import { IconLayoutDashboard } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { instrumentsQuery } from '../../features/market-data/market-data-queries.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

/** One page for all layouts: what they have in common stays while one goes from one to another. */
export const Route = createFileRoute('/platform')({
  staticData: {
    page: {
      title: 'Markets',
      icon: IconLayoutDashboard,
      navigation: { group: 'main', order: 0 },
      palette: { keywords: ['live', 'prices', 'trade', 'dashboard', 'platform', 'positions', 'orders', 'balances'] },
    },
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(instrumentsQuery)
  },
  component: lazyPage(() => import('../../features/dashboard/platform-page.tsx'), 'PlatformPage'),
})
