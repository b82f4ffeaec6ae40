import { IconLayoutDashboard } from '@tabler/icons-react'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { firstLayoutName } from '../../pages/dashboard/first-layout-name.ts'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'

/** Leads to the first layout whose market trades. */
export const Route = createFileRoute('/platform/')({
  staticData: {
    page: {
      title: 'Markets',
      icon: IconLayoutDashboard,
      navigation: { group: 'main', order: 0 },
      palette: { keywords: ['live', 'prices', 'trade', 'dashboard', 'platform', 'positions', 'orders', 'balances'] },
    },
  },
  beforeLoad: async ({ context: { queryClient } }) => {
    // Without the list, the page says what is wrong.
    const instruments = await queryClient.ensureQueryData(instrumentsQuery).catch(() => [])
    const layoutName = firstLayoutName(instruments)
    throw redirect({ to: '/platform/$layoutName', params: { layoutName }, search: true, replace: true })
  },
})
