import { createFileRoute } from '@tanstack/react-router'
import { navigationQuery, pageQuery } from '../../entities/documentation/documentation-queries.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/documentation/$slug')({
  staticData: { page: { title: 'Documentation' } },
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(navigationQuery)
    void context.queryClient.prefetchQuery(pageQuery(params.slug))
  },
  component: lazyPage(() => import('../../features/documentation/documentation-page.tsx'), 'DocumentationPage'),
})
