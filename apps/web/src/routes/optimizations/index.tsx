import { IconAdjustments } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/optimizations/')({
  staticData: {
    page: { title: 'Optimizations', icon: IconAdjustments, palette: { keywords: ['parameters', 'externals'] } },
  },
  component: lazyPage(() => import('../../features/optimizations/list/optimizations-page.tsx'), 'OptimizationsPage'),
})
