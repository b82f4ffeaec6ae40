import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/keys')({
  staticData: { page: { title: 'Master key' } },
  component: lazyPage(() => import('../../features/admin/master-keys-page.tsx'), 'MasterKeysPage'),
})
