import { IconFlask } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { listFilters } from '../../entities/runs/list-filters.ts'
import { listOrder } from '../../features/backtests/list/list-sort.ts'
import { prefetchBacktests } from '../../features/backtests/prefetch-backtests.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/backtests/')({
  staticData: {
    page: {
      title: 'Backtests',
      icon: IconFlask,
      navigation: { group: 'main', order: 3 },
      palette: { keywords: ['runs', 'results'] },
    },
  },
  validateSearch: listFilters.extend({ order: listOrder, verification: z.uuid().optional().catch(undefined) }),
  loaderDeps: ({ search }) => listFilters.parse(search),
  loader: ({ context: { queryClient }, deps }) => {
    void prefetchBacktests(queryClient, deps)
  },
  component: lazyPage(() => import('../../features/backtests/list/backtests-page.tsx'), 'BacktestsPage'),
})
