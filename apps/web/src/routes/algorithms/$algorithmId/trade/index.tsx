import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { lazyPage } from '../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/trade/')({
  staticData: { page: { title: 'Trade' } },
  // The backtest whose settings a new session starts with, and whether its dialog opens without one, too.
  validateSearch: z.object({
    backtest: z.uuid().optional().catch(undefined),
    new: z.literal(true).optional().catch(undefined),
  }),
  component: lazyPage(
    () => import('../../../../features/sessions/algorithm-sessions-page.tsx'),
    'AlgorithmSessionsPage',
  ),
})
