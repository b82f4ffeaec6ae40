import { IconCode } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { sharedAlgorithmsQuery } from '../../entities/algorithms/algorithm-queries.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

/** How the shared algorithms are ordered; unknown orders are ignored. */
const search = z.object({ sort: z.enum(['newest', 'used', 'result']).optional().catch(undefined) })

export const Route = createFileRoute('/algorithms/')({
  staticData: {
    page: {
      title: 'Algorithms',
      icon: IconCode,
      navigation: { group: 'main', order: 1 },
      palette: { keywords: ['scripts', 'strategies', 'shared'] },
    },
  },
  validateSearch: search,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(sharedAlgorithmsQuery)
  },
  component: lazyPage(() => import('../../features/algorithms/list/algorithms-page.tsx'), 'AlgorithmsPage'),
})
