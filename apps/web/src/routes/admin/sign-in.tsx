import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/sign-in')({
  staticData: { page: { title: 'Sign-in' } },
  component: lazyPage(() => import('../../features/admin/sign-in-page.tsx'), 'SignInPage'),
})
