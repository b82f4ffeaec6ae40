import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/admin/data-sources')({
  staticData: { page: { title: 'Data providers' } },
  component: lazyPage(() => import('../../pages/source-switches/source-switches-page.tsx'), 'SourceSwitchesPage'),
})
