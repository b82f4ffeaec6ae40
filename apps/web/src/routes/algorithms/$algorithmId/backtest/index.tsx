import { createFileRoute } from '@tanstack/react-router'
import { listFilters } from '../../../../features/backtests/list/list-filters.ts'
import { lazyPage } from '../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/backtest/')({
  staticData: { page: { title: 'Backtests' } },
  validateSearch: listFilters,
  component: lazyPage(
    () => import('../../../../features/backtests/list/algorithm-backtests-page.tsx'),
    'AlgorithmBacktestsPage',
  ),
})
