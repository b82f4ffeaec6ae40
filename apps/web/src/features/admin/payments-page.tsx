import { Button } from '@mantine/core'
import type { Customer, PremiumPackage } from '@tradeloom/contracts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import badges from '../../ui/badges.module.css'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDay, NOTHING } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import type { Column } from '../../ui/table-column.ts'
import { packagesQuery } from '../../entities/packages/packages-query.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { AdminPage } from './admin-page.tsx'
import { customersQuery, paymentStateQuery } from './admin-queries.ts'
import { PriceBanner } from './price-banner.tsx'

/** Who pays for which package, and whose payment needs a look. */
export function PaymentsPage(): ReactElement {
  return <AdminPage title="Payments">{() => <Payments />}</AdminPage>
}

function Payments(): ReactElement {
  const state = useQuery(paymentStateQuery)
  const packages = useQuery(packagesQuery).data ?? []
  const customers = useInfiniteQuery(customersQuery)
  const problem = customers.error ?? state.error
  if (customers.data === undefined || state.data === undefined) {
    return problem ? <ErrorState error={problem} onRetry={() => void customers.refetch()} /> : <LoadingRows />
  }
  const rows = customers.data.pages.flat()
  const { isOn } = state.data
  if (rows.length === 0) {
    return (
      <>
        <PriceBanner />
        <EmptyState
          title={isOn ? 'No customers yet' : 'This server takes no payments'}
          text={
            isOn
              ? 'Checkouts appear here.'
              : 'Packages are sold once the keys of Stripe are configured. Until then administrators assign them on the page Users.'
          }
        />
      </>
    )
  }
  const more = customers.hasNextPage ? (
    <Button variant="default" loading={customers.isFetchingNextPage} onClick={() => void customers.fetchNextPage()}>
      Load more
    </Button>
  ) : undefined
  return (
    <>
      <PriceBanner />
      <Panel
        title="Customers"
        detail={
          isOn ? 'Reported by Stripe at the last sync' : 'Last reported by Stripe; this server no longer takes payments'
        }
        actions={more}
        flush
      >
        <DataTable
          label="Customers"
          columns={columnsOf(packages)}
          rows={rows}
          rowKey={({ userId }) => userId}
          rowHeight={32}
          maxHeight="70vh"
          hasCards
        />
      </Panel>
    </>
  )
}

function columnsOf(packages: readonly PremiumPackage[]): Column<Customer>[] {
  const nameOf = (id: number | null): string => packages.find((one) => one.id === id)?.name ?? NOTHING
  return [
    {
      id: 'user',
      header: 'User',
      width: 140,
      card: 'title',
      cell: ({ userId, username }) => (
        <Link to="/admin/users/$userId" params={{ userId }} className="truncate" title={username}>
          {username}
        </Link>
      ),
    },
    { id: 'package', header: 'Package', width: 180, cell: ({ packageId }) => nameOf(packageId) },
    { id: 'status', header: 'Status', width: 130, card: 'lead', cell: (row) => <PaymentStatus row={row} /> },
    {
      id: 'paid',
      header: 'Paid until',
      width: 140,
      cell: ({ periodEnd }) => (periodEnd ? formatDay(periodEnd) : NOTHING),
    },
    {
      id: 'next',
      header: 'Then',
      width: 250,
      cell: ({ nextPackageId, changesAt, pastDueUntil }) =>
        pastDueUntil
          ? `ends on ${formatDay(pastDueUntil)} unless it is paid`
          : nextPackageId === null || changesAt === null
            ? NOTHING
            : `${nextPackageId === 0 ? 'ends' : nameOf(nextPackageId)} on ${formatDay(changesAt)}`,
    },
    { id: 'customer', header: 'Customer at Stripe', width: 170, cell: ({ customerId }) => customerId },
    { id: 'synced', header: 'Last sync', width: 140, cell: ({ synced }) => <ClockTime time={synced} /> },
  ]
}

/** Stripe's own word: whoever looks it up there finds the same. */
function PaymentStatus({ row: { status, others } }: { readonly row: Customer }): ReactElement {
  if (others > 0) {
    return (
      <span className={badges['pill']} data-tone="bad">
        {others + 1} subscriptions
      </span>
    )
  }
  if (status === null) return <span className="muted">never bought</span>
  const tone = status === 'active' || status === 'trialing' ? 'good' : status === 'canceled' ? undefined : 'warn'
  return (
    <span className={badges['pill']} data-tone={tone}>
      {status.replaceAll('_', ' ')}
    </span>
  )
}
