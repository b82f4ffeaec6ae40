import { IconPlugConnected } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/sessions/')({
  staticData: {
    page: { title: 'Trading Sessions', icon: IconPlugConnected, palette: { keywords: ['live', 'accounts'] } },
  },
  component: lazyPage(() => import('../../features/sessions/sessions-page.tsx'), 'SessionsPage'),
})
