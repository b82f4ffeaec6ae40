import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/packages')({
  staticData: { page: { title: 'Packages' } },
  component: lazyPage(() => import('../../features/admin/packages-page.tsx'), 'PackagesPage'),
})
