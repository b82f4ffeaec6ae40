import { createFileRoute } from '@tanstack/react-router'
import { sourceDatabasesQuery } from '../features/sources/sources-queries.ts'
import { lazyPage } from '../ui/lazy-page.ts'

export const Route = createFileRoute('/data-sources')({
  staticData: {
    page: { title: 'Data sources', palette: { keywords: ['providers', 'economic', 'datasets', 'FRED'] } },
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(sourceDatabasesQuery),
  component: lazyPage(() => import('../features/sources/data-sources-page.tsx'), 'DataSourcesPage'),
})
