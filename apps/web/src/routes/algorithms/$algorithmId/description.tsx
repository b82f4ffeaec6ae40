import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../ui/lazy-page.ts'
import { preloadToasts } from '../../../ui/toasts.tsx'

export const Route = createFileRoute('/algorithms/$algorithmId/description')({
  staticData: { page: { title: 'Description' } },
  loader: preloadToasts,
  component: lazyPage(() => import('../../../features/algorithms/description/description-page.tsx'), 'DescriptionPage'),
})
