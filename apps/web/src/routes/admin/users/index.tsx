import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/users/')({
  staticData: { page: { title: 'Users' } },
  component: lazyPage(() => import('../../../features/admin/users-page.tsx'), 'UsersPage'),
})
