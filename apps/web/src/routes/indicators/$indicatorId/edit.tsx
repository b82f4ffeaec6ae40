import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { loadEditPage } from '../../../entities/scripts/preload-editor.ts'
import { lazyPage } from '../../../ui/lazy-page.ts'

/** A position in the script, counted from 1: where a test's error leads. */
const scriptPosition = z.object({
  line: z.number().int().min(1).optional().catch(undefined),
  column: z.number().int().min(1).optional().catch(undefined),
})

export const Route = createFileRoute('/indicators/$indicatorId/edit')({
  staticData: { page: { title: 'Edit indicator' } },
  validateSearch: scriptPosition,
  loader: loadEditPage,
  component: lazyPage(() => import('../../../features/indicators/edit/indicator-edit-page.tsx'), 'IndicatorEditPage'),
})
