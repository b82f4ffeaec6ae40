import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/audit')({
  staticData: { page: { title: 'Audit' } },
  component: lazyPage(() => import('../../features/admin/audit-page.tsx'), 'AuditPage'),
})
