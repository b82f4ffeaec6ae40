import { IconLayoutDashboard } from '@tabler/icons-react'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { FOREX_MARKETS } from '../../features/dashboard/built-in-names.ts'

/** Leads to the first layout. */
export const Route = createFileRoute('/platform/')({
  staticData: {
    page: {
      title: 'Markets',
      icon: IconLayoutDashboard,
      navigation: { group: 'main', order: 0 },
      palette: { keywords: ['live', 'prices', 'trade', 'dashboard', 'platform', 'positions', 'orders', 'balances'] },
    },
  },
  beforeLoad: () => {
    throw redirect({ to: '/platform/$layoutName', params: { layoutName: FOREX_MARKETS }, search: true, replace: true })
  },
})
