import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/overview')({
  staticData: { page: { title: 'Overview' } },
  component: lazyPage(() => import('../../../pages/algorithm/overview/overview-page.tsx'), 'OverviewPage'),
})
