import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../ui/lazy-page.ts'

export const Route = createFileRoute('/optimizations/$optimisationId/')({
  staticData: { page: { title: 'Optimization' } },
  component: lazyPage(() => import('../../../features/optimizations/detail/optimization-page.tsx'), 'OptimizationPage'),
})
