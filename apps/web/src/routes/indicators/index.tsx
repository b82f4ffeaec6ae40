import { IconChartLine } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { sharedIndicatorsQuery } from '../../entities/indicators/indicator-queries.ts'
import { lazyPage } from '../../ui/lazy-page.ts'

export const Route = createFileRoute('/indicators/')({
  staticData: {
    page: {
      title: 'Indicators',
      icon: IconChartLine,
      navigation: { group: 'main', order: 2 },
      palette: { keywords: ['studies', 'averages', 'oscillators'] },
    },
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(sharedIndicatorsQuery)
  },
  component: lazyPage(() => import('../../features/indicators/list/indicators-page.tsx'), 'IndicatorsPage'),
})
