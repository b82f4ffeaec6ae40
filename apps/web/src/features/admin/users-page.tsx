import { Badge, Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import type { AdminUser } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { formatCount, formatPlain } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { packagesQuery } from '../../entities/packages/packages-query.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { AdminPage } from './admin-page.tsx'
import { USERS_A_PAGE, usersQuery } from './admin-queries.ts'
import { InviteMenu } from './invite-menu.tsx'
import { PriceBanner } from './price-banner.tsx'
import { UserActions } from './user-actions.tsx'
import classes from './users-page.module.css'

const TYPING_MS = 250

/** Everybody who can sign in, with packages and rights. */
export function UsersPage(): ReactElement {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const searchField = (
    <TextInput
      size="xs"
      placeholder="Search users"
      aria-label="Search users"
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
  return (
    <AdminPage
      title="Users"
      actions={
        <>
          {searchField}
          <InviteMenu />
        </>
      }
    >
      {() => (
        <>
          <PriceBanner />
          <UsersPanel key={search} search={search} />
        </>
      )}
    </AdminPage>
  )
}

function UsersPanel({ search }: { readonly search: string }): ReactElement {
  const [page, setPage] = useState(0)
  const { data, error, refetch, isPlaceholderData } = useQuery(usersQuery(search, page))
  const packages = useQuery(packagesQuery).data ?? []
  const nameOf = (id: number): string => packages.find((one) => one.id === id)?.name ?? `Package ${id}`
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows />
  if (data.total === 0) return <EmptyState picture="search" title="No matches found" />
  const pages = Math.ceil(data.total / USERS_A_PAGE)
  const turn = (
    <>
      <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
        Previous
      </Button>
      <Button variant="default" disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
        Next
      </Button>
    </>
  )
  return (
    <Panel
      title="Users"
      detail={formatCount(data.total, 'user')}
      actions={pages > 1 ? turn : undefined}
      isStale={isPlaceholderData}
      flush
    >
      <DataTable
        label="Users"
        columns={columnsOf(nameOf)}
        rows={data.users}
        rowKey={({ id }) => id}
        rowHeight={34}
        maxHeight="70vh"
      />
    </Panel>
  )
}

function columnsOf(nameOf: (packageId: number) => string): Column<AdminUser>[] {
  return [
    {
      id: 'user',
      header: 'User',
      width: 170,
      pin: 'left',
      value: ({ username }) => username,
      cell: ({ id, username, isAdmin }) => (
        <span className={classes['user']}>
          <Link to="/admin/users/$userId" params={{ userId: id }} className="truncate" title={username}>
            {username}
          </Link>
          {isAdmin ? (
            <Badge size="xs" variant="light">
              Admin
            </Badge>
          ) : null}
        </span>
      ),
    },
    { id: 'email', header: 'Email', width: 220, value: ({ email }) => email, cell: ({ email }) => email },
    {
      id: 'package',
      header: 'Package',
      width: 190,
      value: ({ packageId }) => packageId,
      cell: ({ packageId }) => nameOf(packageId),
    },
    {
      id: 'created',
      header: 'Registered',
      width: 135,
      value: ({ created }) => created,
      cell: ({ created }) => <ClockTime time={created} />,
    },
    {
      id: 'login',
      header: 'Last login',
      width: 135,
      value: ({ lastLogin }) => lastLogin,
      cell: ({ lastLogin }) => <ClockTime time={lastLogin} />,
    },
    {
      id: 'algorithms',
      header: 'Algorithms',
      width: 95,
      isNumber: true,
      value: ({ algorithmCount }) => algorithmCount,
      cell: ({ algorithmCount }) => formatPlain(algorithmCount),
    },
    {
      id: 'units',
      header: 'Units used',
      width: 95,
      isNumber: true,
      value: ({ unitsUsed }) => unitsUsed,
      cell: ({ unitsUsed }) => formatPlain(unitsUsed),
    },
    {
      id: 'actions',
      header: '',
      label: 'Actions',
      width: 48,
      pin: 'right',
      cell: (user) => <UserActions user={user} />,
    },
  ]
}
