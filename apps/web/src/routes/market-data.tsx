import { IconDatabase } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { calendarsQuery, instrumentsQuery } from '../entities/instruments/market-data-queries.ts'
import { lazyPage } from '../ui/lazy-page.ts'

export const Route = createFileRoute('/market-data')({
  staticData: {
    page: {
      title: 'Market data',
      icon: IconDatabase,
      navigation: { group: 'main', order: 4 },
      palette: { keywords: ['import', 'instruments', 'calendars'] },
    },
  },
  // Opens the import dialog.
  validateSearch: z.object({ import: z.literal(true).optional().catch(undefined) }),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(instrumentsQuery)
    void queryClient.prefetchQuery(calendarsQuery)
  },
  component: lazyPage(() => import('../pages/market-data/market-data-page.tsx'), 'MarketDataPage'),
})
