import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../ui/lazy-page.ts'

export const Route = createFileRoute('/indicators/$indicatorId/test')({
  staticData: { page: { title: 'Test indicator' } },
  component: lazyPage(() => import('../../../features/indicators/test/indicator-test-page.tsx'), 'IndicatorTestPage'),
})
