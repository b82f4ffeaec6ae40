import { Menu } from '@mantine/core'
import { IconLogout, IconShieldCog } from '@tabler/icons-react'
import type { User } from '@tradeloom/contracts'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { LazyMenuProps } from '../ui/lazy-menu.tsx'
import type { SettingsPage } from '../pages/settings/settings-pages.ts'
import { useMenuPages } from '../pages/settings/use-menu-pages.ts'
import { SETTINGS_ICONS } from './settings-icons.ts'

interface UserMenuItemsProps extends LazyMenuProps {
  readonly user: User
}

export function UserMenuItems({ user, button, isOpen, onChange }: UserMenuItemsProps): ReactElement {
  const router = useRouter()
  const pages = useMenuPages()
  const open = (settings: SettingsPage): void =>
    void router.navigate({ to: '.', search: (known: object) => ({ ...known, settings }) })
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-end" width={220}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.username}
          <br />
          {user.email}
        </Menu.Label>
        <Menu.Divider />
        {pages.map(({ id, title }) => {
          const Icon = SETTINGS_ICONS[id]
          return (
            <Menu.Item key={id} leftSection={<Icon size={15} aria-hidden />} onClick={() => open(id)}>
              {title}
            </Menu.Item>
          )
        })}
        {user.isAdmin ? (
          <Menu.Item
            component={Link}
            to="/admin"
            c="var(--text-1)"
            leftSection={<IconShieldCog size={15} aria-hidden />}
          >
            Admin
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/logout"
          c="var(--text-1)"
          state={{ isAsked: true } as never}
          leftSection={<IconLogout size={15} aria-hidden />}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
