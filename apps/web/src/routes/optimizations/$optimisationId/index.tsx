import { createFileRoute } from '@tanstack/react-router'
import { prefetchOptimization } from '../../../features/optimizations/prefetch-optimization.ts'
import { lazyPage } from '../../../ui/lazy-page.ts'

export const Route = createFileRoute('/optimizations/$optimisationId/')({
  staticData: { page: { title: 'Optimization' } },
  loader: ({ context, params }) => {
    void prefetchOptimization(context.queryClient, params.optimisationId, null)
  },
  component: lazyPage(() => import('../../../features/optimizations/detail/optimization-page.tsx'), 'OptimizationPage'),
})
