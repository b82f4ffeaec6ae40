import { IconPackage } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { packagesQuery } from '../entities/packages/packages-query.ts'
import { lazyPage } from '../ui/lazy-page.ts'

const ACTIONS = ['payment_success', 'payment_cancel', 'billing'] as const

export const Route = createFileRoute('/pricing')({
  validateSearch: ({ action, id }): { action?: (typeof ACTIONS)[number] | undefined; id?: string | undefined } => ({
    action: ACTIONS.find((one) => one === action),
    id: typeof id === 'string' ? id : undefined,
  }),
  staticData: {
    page: { title: 'Premium Packages', icon: IconPackage, palette: { keywords: ['pricing', 'plans', 'upgrade'] } },
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(packagesQuery)
  },
  component: lazyPage(() => import('../features/packages/pricing-page.tsx'), 'PricingPage'),
})
