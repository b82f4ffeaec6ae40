import { IconBellRinging } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../ui/lazy-page.ts'

export const Route = createFileRoute('/alerts')({
  staticData: {
    page: { title: 'Alerts', icon: IconBellRinging, palette: { keywords: ['prices', 'notifications', 'live'] } },
  },
  component: lazyPage(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
})
