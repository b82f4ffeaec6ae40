import { IconApi } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { apiNavigationQuery } from '../../entities/documentation/documentation-queries.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/api-docs/')({
  staticData: {
    page: {
      title: 'API documentation',
      icon: IconApi,
      palette: { keywords: ['api', 'keys', 'programs', 'openapi', 'socket', 'python', 'node', 'curl'] },
    },
  },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(apiNavigationQuery)
  },
  component: lazyPage(() => import('../../features/documentation/documentation-page.tsx'), 'ApiDocsPage'),
})
