import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import type { Notification } from '@tradeloom/contracts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { cloneElement, type ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { useSending } from '../../ui/use-sending.ts'
import classes from './bell-list.module.css'
import { NotificationRow } from './notification-row.tsx'
import { notificationsQuery } from './notifications-queries.ts'
import { UNREAD_KEY } from './unread-key.ts'

export function BellList({ button, isOpen, onChange }: LazyMenuProps): ReactElement {
  return (
    <Popover
      opened={isOpen}
      onChange={onChange}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      shadow="md"
    >
      {/* The target of a popover whose state is ours does not open it by itself. */}
      <Popover.Target>{cloneElement(button, { onClick: () => onChange(!isOpen) })}</Popover.Target>
      <Popover.Dropdown className={classes['drop'] ?? ''} aria-label="Notifications">
        <List onClose={() => onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function List({ onClose }: { readonly onClose: () => void }): ReactElement {
  const client = useQueryClient()
  const router = useRouter()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(notificationsQuery)
  const { isBusy, error: failure, send } = useSending()
  const rows = data?.pages.flatMap(({ notifications }) => notifications) ?? []
  const unread = data?.pages[0]?.unread ?? 0
  const read = (ids?: string[]): Promise<void> =>
    send(async () => {
      const left = await call('readNotifications', { body: ids === undefined ? {} : { ids } })
      client.setQueryData(UNREAD_KEY, left.unread)
      await client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
    })
  const open = ({ id, link, isRead }: Notification): void => {
    if (!isRead) void read([id])
    if (link === null) return
    onClose()
    void router.navigate({ href: link })
  }
  return (
    <>
      <div className={classes['head']}>
        <h2>Notifications</h2>
        <Button variant="subtle" size="compact-sm" loading={isBusy} disabled={unread === 0} onClick={() => void read()}>
          Mark all as read
        </Button>
        <ActionIcon
          component={Link}
          to="."
          search={((known: object) => ({ ...known, settings: 'notifications' })) as never}
          aria-label="Settings of notifications"
          onClick={onClose}
        >
          <IconSettings size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
      <FormFailure text={failure} />
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows rows={4} height={44} />
        )
      ) : rows.length === 0 ? (
        <EmptyState title="No notifications" text="Activity on your sessions, orders and account appears here." />
      ) : (
        <ul className={classes['list']}>
          {rows.map((one) => (
            <NotificationRow key={one.id} notification={one} onOpen={() => open(one)} />
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <Button
          variant="subtle"
          size="compact-sm"
          fullWidth
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older ones
        </Button>
      ) : null}
    </>
  )
}
