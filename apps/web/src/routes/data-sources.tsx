import { IconTable } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { sourceDatabasesQuery } from '../entities/datasets/sources-queries.ts'
import { lazyPage } from '../ui/lazy-page.ts'

export const Route = createFileRoute('/data-sources')({
  staticData: {
    page: {
      title: 'Data sources',
      icon: IconTable,
      navigation: { group: 'main', order: 5 },
      palette: { keywords: ['providers', 'economic', 'datasets', 'FRED'] },
    },
  },
  // The dataset that is open.
  validateSearch: z.object({
    provider: z.string().optional().catch(undefined),
    code: z.string().optional().catch(undefined),
    name: z.string().optional().catch(undefined),
  }),
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(sourceDatabasesQuery),
  component: lazyPage(() => import('../features/sources/data-sources-page.tsx'), 'DataSourcesPage'),
})
