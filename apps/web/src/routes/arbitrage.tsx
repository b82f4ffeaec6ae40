import { IconArrowsLeftRight } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { instrumentsQuery } from '../entities/instruments/market-data-queries.ts'
import { lazyPage } from '../ui/lazy-page.ts'

export const Route = createFileRoute('/arbitrage')({
  staticData: {
    page: {
      title: 'Arbitrage',
      icon: IconArrowsLeftRight,
      palette: { keywords: ['venues', 'prices', 'spread', 'live'] },
    },
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(instrumentsQuery),
  component: lazyPage(() => import('../features/arbitrage/arbitrage-page.tsx'), 'ArbitragePage'),
})
