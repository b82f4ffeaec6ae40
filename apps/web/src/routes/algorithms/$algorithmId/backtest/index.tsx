import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/backtest/')({
  staticData: { page: { title: 'Backtests' } },
  component: lazyPage(
    () => import('../../../../features/backtests/list/algorithm-backtests-page.tsx'),
    'AlgorithmBacktestsPage',
  ),
})
