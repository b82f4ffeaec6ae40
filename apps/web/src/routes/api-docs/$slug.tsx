import { createFileRoute } from '@tanstack/react-router'
import { apiNavigationQuery, apiPageQuery } from '../../entities/documentation/documentation-queries.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/api-docs/$slug')({
  staticData: { page: { title: 'API documentation' } },
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(apiNavigationQuery)
    void context.queryClient.prefetchQuery(apiPageQuery(params.slug))
  },
  component: lazyPage(() => import('../../features/documentation/documentation-page.tsx'), 'ApiDocsPage'),
})
