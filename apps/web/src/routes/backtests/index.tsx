import { IconFlask } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { listFilters } from '../../features/backtests/list/list-filters.ts'
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
  validateSearch: listFilters.extend({ verification: z.uuid().optional().catch(undefined) }),
  component: lazyPage(() => import('../../features/backtests/list/backtests-page.tsx'), 'BacktestsPage'),
})
