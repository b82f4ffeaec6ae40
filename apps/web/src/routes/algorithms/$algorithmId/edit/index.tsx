import { createFileRoute } from '@tanstack/react-router'
import { prefetchVersion } from '../../../../features/algorithms/prefetch-version.ts'
import { loadEditPage } from '../../../../entities/scripts/preload-editor.ts'
import { comparisonSearch } from '../../../../pages/edit/comparison-address.ts'
import { lazyPage } from '../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/edit/')({
  staticData: { page: { title: 'Edit' } },
  validateSearch: comparisonSearch,
  loader: ({ context, params, preload }) => {
    loadEditPage({ preload })
    void prefetchVersion(context.queryClient, params.algorithmId)
  },
  component: lazyPage(() => import('../../../../pages/edit/edit-page.tsx'), 'EditPage'),
})
