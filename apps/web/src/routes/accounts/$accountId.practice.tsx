import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/accounts/$accountId/practice')({
  staticData: { page: { title: 'Practice a bad day' } },
  component: lazyPage(() => import('../../features/drills/drill-page.tsx'), 'DrillPage'),
})
