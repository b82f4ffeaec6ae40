import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/storage')({
  staticData: { page: { title: 'Storage' } },
  component: lazyPage(() => import('../../features/admin/storage-page.tsx'), 'StoragePage'),
})
