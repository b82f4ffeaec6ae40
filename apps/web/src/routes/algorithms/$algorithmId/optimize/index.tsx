import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/optimize/')({
  staticData: { page: { title: 'Optimize' } },
  component: lazyPage(
    () => import('../../../../features/optimizations/list/algorithm-optimizations-page.tsx'),
    'AlgorithmOptimizationsPage',
  ),
})
