import { IconPackage } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { packagesQuery } from '../features/packages/packages-query.ts'
import { lazyPage } from '../ui/lazy-page.ts'

export const Route = createFileRoute('/pricing')({
  staticData: {
    page: { title: 'Premium Packages', icon: IconPackage, palette: { keywords: ['pricing', 'plans', 'upgrade'] } },
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(packagesQuery)
  },
  component: lazyPage(() => import('../features/packages/pricing-page.tsx'), 'PricingPage'),
})
