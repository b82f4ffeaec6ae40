import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconLogout, IconMenu2, IconSearch, IconUserCircle } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useUser } from '../auth/bootstrap-query.ts'
import { type SocketState } from '../../realtime/socket-client.ts'
import { useSocketState } from '../../realtime/socket.ts'
import { askForLogin } from '../auth/auth-prompt.ts'
import { toastError } from '../../ui/toast.ts'
import classes from './app-shell.module.css'
import { openPalette } from './command-palette.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'

/** Reloads the page, so that no data of the user stays in memory. */
async function signOut(startPage: string): Promise<void> {
  try {
    await call('logout', {})
    location.assign(startPage)
  } catch (error) {
    toastError(errorText(error))
  }
}

const LIGHT: Record<SocketState, string> = { open: 'Connected', connecting: 'Reconnecting…', closed: 'Not connected' }

function StatusLight(): ReactElement {
  const state = useSocketState()
  return (
    <span className={classes['light']} data-state={state} role="status" title={LIGHT[state]}>
      <i aria-hidden />
      <span className={state === 'open' ? classes['lightText'] : undefined}>{LIGHT[state]}</span>
    </span>
  )
}

function UserMenu({ username, email }: { readonly username: string; readonly email: string }): ReactElement {
  const startPage = useRouter().buildLocation({ to: '/algorithms' }).href
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconUserCircle size={16} stroke={1.6} aria-hidden />}
          className={classes['userMenu'] ?? ''}
          aria-label={`User menu of ${username}`}
        >
          {username}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {username}
          <br />
          {email}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} aria-hidden />} onClick={() => void signOut(startPage)}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface HeaderProps {
  readonly onMenu: () => void
  readonly isMenuOpen: boolean
}

export function Header({ onMenu, isMenuOpen }: HeaderProps): ReactElement {
  const user = useUser()
  return (
    <header className={classes['header']}>
      <ActionIcon
        className={classes['burger'] ?? ''}
        aria-label="Open menu"
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <Link to="/algorithms" className={classes['brand']}>
        <img src="/favicon.svg" width={22} height={22} alt="" />
        Tradeloom
      </Link>
      <div className={classes['space']} />
      <StatusLight />
      <Tooltip label="Go to … (Ctrl+K)">
        <ActionIcon className={classes['search'] ?? ''} aria-label="Go to" onClick={openPalette}>
          <IconSearch size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <SchemeSwitch />
      {user === null ? (
        <>
          <Button variant="default" className={classes['account'] ?? ''} onClick={() => void askForLogin()}>
            Log in
          </Button>
          <Button className={classes['account'] ?? ''} onClick={() => void askForLogin(null, 'register')}>
            Register
          </Button>
        </>
      ) : null}
      {user ? <UserMenu username={user.username} email={user.email} /> : null}
    </header>
  )
}
