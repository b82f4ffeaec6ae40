import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/emergency-kit')({
  staticData: { page: { title: 'Emergency kit' } },
  component: lazyPage(() => import('../../features/admin/emergency-kit-page.tsx'), 'EmergencyKitPage'),
})
