import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../ui/lazy-page.ts'

export const Route = createFileRoute('/logout')({
  staticData: { page: { title: 'Sign out' } },
  component: lazyPage(() => import('../features/auth/logout-page.tsx'), 'LogoutPage'),
})
