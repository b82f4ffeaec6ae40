import { createFileRoute } from '@tanstack/react-router'
import { prefetchBacktest } from '../../../../features/backtests/prefetch-backtest.ts'
import { lazyPage } from '../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/backtest/$backtestId')({
  staticData: { page: { title: 'Backtest' } },
  loader: ({ context, params }) => {
    void prefetchBacktest(context.queryClient, params.backtestId, params.algorithmId)
  },
  component: lazyPage(() => import('../../../../features/backtests/result/backtest-page.tsx'), 'BacktestPage'),
})
