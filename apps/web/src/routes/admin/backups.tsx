import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/backups')({
  staticData: { page: { title: 'Backups' } },
  component: lazyPage(() => import('../../features/admin/backups-page.tsx'), 'BackupsPage'),
})
