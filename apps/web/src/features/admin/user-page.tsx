import { Badge } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatCount, formatMinute, formatPlain, NOTHING } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { AuditTable } from '../../entities/audit/audit-table.tsx'
import { packagesQuery } from '../../entities/packages/packages-query.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { AdminPage } from './admin-page.tsx'
import { auditQuery, userQuery } from './admin-queries.ts'
import { UserActions } from './user-actions.tsx'
import { IDENTITY_COLUMNS, KEY_COLUMNS, LOGIN_COLUMNS, SESSION_COLUMNS, type UserDetail } from './user-columns.tsx'
import classes from './sign-in-page.module.css'

/** One user, as an administrator sees one. */
export function UserPage(): ReactElement {
  const { userId } = useParams({ from: '/admin/users/$userId' })
  const { data } = useQuery(userQuery(userId))
  return (
    <AdminPage
      title={data?.user.username ?? 'User'}
      actions={data === undefined ? null : <UserActions user={data.user} />}
    >
      {() => <Detail userId={userId} />}
    </AdminPage>
  )
}

function Detail({ userId }: { readonly userId: string }): ReactElement {
  const { data, error, refetch } = useQuery(userQuery(userId))
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  return (
    <>
      {data.deletion === null ? null : (
        <Banner tone="warn" text={`Wants the account deleted: it is on ${formatMinute(data.deletion)} UTC.`} />
      )}
      <Panel title="Account" detail={data.user.isAdmin ? 'Administrator' : undefined}>
        <Facts detail={data} />
      </Panel>
      <List title="Logins" count={data.logins.length} empty="Not logged in anywhere">
        <DataTable label="Logins" columns={LOGIN_COLUMNS} rows={data.logins} rowKey={({ id }) => id} rowHeight={30} />
      </List>
      <List title="Connected sign-ins" count={data.identities.length} empty="None">
        <DataTable
          label="Connected sign-ins"
          columns={IDENTITY_COLUMNS}
          rows={data.identities}
          rowKey={({ id }) => id}
          rowHeight={30}
        />
      </List>
      <List title="Access keys" count={data.keys.length} empty="None">
        <DataTable
          label="Access keys"
          columns={KEY_COLUMNS}
          rows={data.keys}
          rowKey={({ key }) => key}
          rowHeight={30}
        />
      </List>
      <List title="Trading sessions" count={data.sessions.length} empty="None">
        <DataTable
          label="Trading sessions"
          columns={SESSION_COLUMNS}
          rows={data.sessions}
          rowKey={({ id }) => id}
          rowHeight={30}
        />
      </List>
      <Record username={data.user.username} />
    </>
  )
}

function Facts({ detail }: { readonly detail: UserDetail }): ReactElement {
  const { user, emailVerified, twoFactor, passkeys, grant, units, credits } = detail
  const packages = useQuery(packagesQuery).data ?? []
  const nameOf = (id: number): string => packages.find((one) => one.id === id)?.name ?? `Package ${id}`
  return (
    <dl className={classes['facts']}>
      <dt>Email</dt>
      <dd>
        {user.email}{' '}
        <Badge size="xs" variant="light" color={emailVerified === null ? 'gray' : 'green'}>
          {emailVerified === null ? 'Not confirmed' : 'Confirmed'}
        </Badge>
      </dd>
      <dt>Registered</dt>
      <dd>
        <ClockTime time={user.created} />
      </dd>
      <dt>Last login</dt>
      <dd>
        <ClockTime time={user.lastLogin} />
      </dd>
      <dt>Two-factor login</dt>
      <dd>
        {twoFactor === null ? 'Off' : 'On'}, {formatCount(passkeys, 'passkey')}
      </dd>
      <dt>Package</dt>
      <dd>{nameOf(user.packageId)}</dd>
      <dt>Assigned</dt>
      <dd>{grant === null ? NOTHING : grantText(grant, nameOf)}</dd>
      <dt>Compute units</dt>
      <dd>{ofLimit(units, 'this month')}</dd>
      <dt>HTTP credits</dt>
      <dd>{ofLimit(credits, 'in 30 days')}</dd>
    </dl>
  )
}

function grantText(grant: NonNullable<UserDetail['grant']>, nameOf: (id: number) => string): string {
  const { packageId, until, reason, by } = grant
  const end = until === null ? 'for good' : `until ${formatMinute(until)} UTC`
  return [`${nameOf(packageId)} ${end}`, by === null ? null : `by ${by}`, reason].filter(Boolean).join(', ')
}

function ofLimit({ used, available }: UserDetail['units'], period: string): string {
  const text = formatPlain(used)
  return available === null ? `${text} ${period}, no limit` : `${text} of ${formatPlain(available)} ${period}`
}

interface ListProps {
  readonly title: string
  readonly count: number
  readonly empty: string
  readonly children: ReactNode
}

/** A panel with a table, or a line where there is nothing. */
function List({ title, count, empty, children }: ListProps): ReactElement {
  return (
    <Panel title={title} detail={count === 0 ? empty : undefined} flush>
      {count === 0 ? null : children}
    </Panel>
  )
}

function Record({ username }: { readonly username: string }): ReactElement {
  const { data, error, refetch } = useInfiniteQuery(auditQuery(username))
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  const lines = data.pages.flat()
  return (
    <Panel title="Activity" flush>
      {lines.length === 0 ? <EmptyState title="Nothing is on record yet" /> : <AuditTable lines={lines} />}
    </Panel>
  )
}
