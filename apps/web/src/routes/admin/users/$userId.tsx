import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/users/$userId')({
  staticData: { page: { title: 'User' } },
  component: lazyPage(() => import('../../../features/admin/user-page.tsx'), 'UserPage'),
})
