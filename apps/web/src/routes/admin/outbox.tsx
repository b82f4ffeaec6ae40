import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/outbox')({
  staticData: { page: { title: 'Outbox' } },
  component: lazyPage(() => import('../../features/admin/outbox-page.tsx'), 'OutboxPage'),
})
