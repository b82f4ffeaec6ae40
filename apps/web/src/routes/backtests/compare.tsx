import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/backtests/compare')({
  staticData: { page: { title: 'Compare backtests' } },
  validateSearch: z.object({ ids: z.string().optional().catch(undefined) }),
  component: lazyPage(() => import('../../features/backtests/compare/compare-page.tsx'), 'ComparePage'),
})
