import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../../ui/lazy-page.ts'

export const Route = createFileRoute('/algorithms/$algorithmId/edit/')({
  staticData: { page: { title: 'Edit' } },
  component: lazyPage(() => import('../../../../features/editor/edit-page.tsx'), 'EditPage'),
})
