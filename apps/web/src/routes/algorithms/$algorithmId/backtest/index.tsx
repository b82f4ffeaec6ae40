import { createFileRoute } from '@tanstack/react-router'
import { listFilters } from '../../../../entities/runs/list-filters.ts'
import { listOrder } from '../../../../features/backtests/list/list-sort.ts'
import { prefetchBacktests } from '../../../../features/backtests/prefetch-backtests.ts'
import { lazyPage } from '../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/backtest/')({
  staticData: { page: { title: 'Backtests' } },
  validateSearch: listFilters.extend({ order: listOrder }),
  loaderDeps: ({ search }) => listFilters.parse(search),
  loader: ({ context: { queryClient }, params, deps }) => {
    void prefetchBacktests(queryClient, deps, params.algorithmId)
  },
  component: lazyPage(
    () => import('../../../../features/backtests/list/algorithm-backtests-page.tsx'),
    'AlgorithmBacktestsPage',
  ),
})
