import { createFileRoute } from '@tanstack/react-router'
import { prefetchIndicator } from '../../../features/indicators/prefetch-indicator.ts'
import { lazyPage } from '../../../ui/lazy-page.ts'

export const Route = createFileRoute('/indicators/$indicatorId')({
  staticData: { page: { title: 'Indicator' } },
  loader: ({ context, params }) => {
    void prefetchIndicator(context.queryClient, params.indicatorId)
  },
  component: lazyPage(() => import('../../../features/indicators/indicator-page.tsx'), 'IndicatorPage'),
})
