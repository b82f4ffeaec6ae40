import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { prefetchVersion } from '../../../../features/algorithms/prefetch-version.ts'
import { loadEditPage } from '../../../../entities/scripts/preload-editor.ts'
import { comparisonSearch } from '../../../../pages/edit/comparison-address.ts'
import { lazyPage } from '../../../../ui/lazy-page.ts'

/** A position in the script, counted from 1, where a run's error leads; and versions to compare. */
const search = comparisonSearch.extend({
  line: z.number().int().min(1).optional().catch(undefined),
  column: z.number().int().min(1).optional().catch(undefined),
})

export const Route = createFileRoute('/algorithms/$algorithmId/edit/$versionId')({
  staticData: { page: { title: 'Edit' } },
  validateSearch: search,
  loader: ({ context, params, preload }) => {
    loadEditPage({ preload })
    void prefetchVersion(context.queryClient, params.algorithmId, params.versionId)
  },
  component: lazyPage(() => import('../../../../pages/edit/edit-page.tsx'), 'EditPage'),
})
