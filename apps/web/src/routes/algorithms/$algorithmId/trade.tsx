import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/trade')({
  staticData: { page: { title: 'Trade' } },
  component: lazyPage(() => import('../../../features/algorithms/activity/activity-pages.tsx'), 'TradePage'),
})
