import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/venues')({
  staticData: { page: { title: 'Venues' } },
  component: lazyPage(() => import('../../features/admin/venues-page.tsx'), 'VenuesPage'),
})
