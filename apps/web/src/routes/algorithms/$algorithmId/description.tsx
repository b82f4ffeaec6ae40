import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/description')({
  staticData: { page: { title: 'Description' } },
  component: lazyPage(() => import('../../../features/algorithms/description/description-page.tsx'), 'DescriptionPage'),
})
