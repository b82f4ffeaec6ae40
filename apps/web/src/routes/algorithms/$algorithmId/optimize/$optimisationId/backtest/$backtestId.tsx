import { createFileRoute } from '@tanstack/react-router'
import { prefetchBacktest } from '../../../../../../features/backtests/prefetch-backtest.ts'
import { sectionSearch } from '../../../../../../features/backtests/result/sections/section-ids.ts'
import { lazyPage } from '../../../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/optimize/$optimisationId/backtest/$backtestId')({
  staticData: { page: { title: 'Backtest' } },
  validateSearch: sectionSearch,
  loader: ({ context, params }) => {
    void prefetchBacktest(context.queryClient, params.backtestId, params.algorithmId)
  },
  component: lazyPage(() => import('../../../../../../features/backtests/result/backtest-page.tsx'), 'BacktestPage'),
})
