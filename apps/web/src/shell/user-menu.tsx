import { Button } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import type { User } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import { lazyMenu } from '../ui/lazy-menu.tsx'
import classes from './app-shell.module.css'

const UserMenuItems = lazyMenu(async () => (await import('./user-menu-items.tsx')).UserMenuItems)

/** Who is signed in, settings, and signing out. */
export function UserMenu({ user }: { readonly user: User }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <UserMenuItems
      user={user}
      isOpen={isOpen}
      onChange={setOpen}
      button={
        <Button
          variant="default"
          leftSection={<IconUserCircle size={16} stroke={1.6} aria-hidden />}
          className={classes['userMenu'] ?? ''}
          aria-label={`User menu of ${user.username}`}
        >
          {user.username}
        </Button>
      }
    />
  )
}
