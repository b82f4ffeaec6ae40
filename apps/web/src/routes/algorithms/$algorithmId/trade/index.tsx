import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { lazyPage } from '../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/trade/')({
  staticData: { page: { title: 'Trade' } },
  // The backtest whose settings a new session starts with.
  validateSearch: z.object({ backtest: z.uuid().optional().catch(undefined) }),
  component: lazyPage(
    () => import('../../../../features/sessions/algorithm-sessions-page.tsx'),
    'AlgorithmSessionsPage',
  ),
})
