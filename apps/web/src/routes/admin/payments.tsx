import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/payments')({
  staticData: { page: { title: 'Payments' } },
  component: lazyPage(() => import('../../features/admin/payments-page.tsx'), 'PaymentsPage'),
})
