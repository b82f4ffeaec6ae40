import { createFileRoute } from '@tanstack/react-router'
import { prefetchOptimization } from '../../../../../features/optimizations/prefetch-optimization.ts'
import { lazyPage } from '../../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/optimize/$optimisationId/')({
  staticData: { page: { title: 'Optimization' } },
  loader: ({ context, params }) => {
    void prefetchOptimization(context.queryClient, params.optimisationId, params.algorithmId)
  },
  component: lazyPage(
    () => import('../../../../../features/optimizations/detail/optimization-page.tsx'),
    'OptimizationPage',
  ),
})
