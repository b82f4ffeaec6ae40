import { createFileRoute } from '@tanstack/react-router'
import { prefetchAlgorithm } from '../../../entities/algorithms/prefetch-algorithm.ts'
import { lazyPage } from '../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId')({
  staticData: { page: { title: 'Algorithm' } },
  loader: ({ context, params }) => {
    void prefetchAlgorithm(context.queryClient, params.algorithmId)
  },
  component: lazyPage(() => import('../../../features/algorithms/algorithm-page.tsx'), 'AlgorithmPage'),
})
