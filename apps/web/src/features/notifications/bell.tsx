import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { lazyMenu } from '../../ui/lazy-menu.tsx'
import classes from './bell.module.css'
import { UNREAD_KEY } from './unread-key.ts'

const BellList = lazyMenu(async () => (await import('./bell-list.tsx')).BellList, 'dialog')

const MOST = 99

/** How many notifications are unread, and what they say. */
export function Bell(): ReactElement {
  const [isOpen, setOpen] = useState(false)
  // Told over the socket, never fetched.
  const { data: unread = 0 } = useQuery<number>({ queryKey: UNREAD_KEY, queryFn: skipToken })
  return (
    <BellList
      isOpen={isOpen}
      onChange={setOpen}
      button={
        <ActionIcon
          className={classes['bell'] ?? ''}
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        >
          <IconBell size={17} stroke={1.7} aria-hidden />
          {unread === 0 ? null : (
            <span className={classes['count']} aria-hidden>
              {unread > MOST ? `${MOST}+` : unread}
            </span>
          )}
        </ActionIcon>
      }
    />
  )
}
