import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/optimize/$optimisationId/luck')({
  staticData: { page: { title: 'How much of this is luck?' } },
  component: lazyPage(() => import('../../../../../features/optimizations/luck/luck-page.tsx'), 'LuckPage'),
})
