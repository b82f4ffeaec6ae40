import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/sessions/$sessionId')({
  staticData: { page: { title: 'Trading session' } },
  component: lazyPage(() => import('../../pages/session/session-page.tsx'), 'SessionPage'),
})
