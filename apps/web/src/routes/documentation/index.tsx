import { IconBook } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { navigationQuery } from '../../entities/documentation/documentation-queries.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/documentation/')({
  staticData: {
    page: {
      title: 'Documentation',
      icon: IconBook,
      navigation: { group: 'foot', order: 0 },
      palette: { keywords: ['help', 'guide', 'reference', 'api'] },
    },
  },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(navigationQuery)
  },
  component: lazyPage(() => import('../../features/documentation/documentation-page.tsx'), 'DocumentationPage'),
})
