import { ActionIcon, Box, Button } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { useUser } from '../entities/user/bootstrap-query.ts'
import { useSocketState } from '../realtime/socket.ts'
import { askForLogin } from '../entities/user/auth-prompt.ts'
import { Logo } from './logo.tsx'
import classes from './app-shell.module.css'
import { HelpMenu } from './help-menu.tsx'
import { PAGE_SHORTCUTS } from './page-shortcuts.ts'
import { openPalette } from './palette-state.ts'
import { SchemeSwitch } from './scheme-switch.tsx'
import { UserMenu } from './user-menu.tsx'
import { useSiteLight } from '../entities/accounts/use-site-light.ts'
import { Hint } from '../ui/hint.tsx'
import { LightDot } from '../ui/light-dot.tsx'
import { loadModule } from '../ui/load-module.ts'
import { keysText } from '../ui/shortcut.ts'

/** Visitors have none, and do not load it. */
const BellAndSwitch = lazy(() =>
  loadModule(async () => ({ default: (await import('./bell-and-switch.tsx')).BellAndSwitch })),
)

function StatusLight(): ReactElement {
  const light = useSiteLight()
  const isConnecting = useSocketState() === 'connecting'
  const word =
    light === 'on'
      ? 'Connected'
      : light === 'half'
        ? 'Broker not connected'
        : isConnecting
          ? 'Reconnecting…'
          : 'Not connected'
  return (
    <span className={classes['light']} role="status" title={word}>
      <LightDot light={light} />
      <span className={light === 'on' ? classes['lightText'] : undefined}>{word}</span>
    </span>
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
        <Logo />
        <span>Tradeloom</span>
      </Link>
      <Box flex={1} />
      <StatusLight />
      <Hint label={`Go to … (${keysText(PAGE_SHORTCUTS.palette)})`}>
        <ActionIcon aria-label="Go to" onClick={() => openPalette()}>
          <IconSearch size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Hint>
      <HelpMenu />
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
      {user ? (
        <>
          <Suspense fallback={<span className={classes['bell']} />}>
            <BellAndSwitch />
          </Suspense>
          <UserMenu user={user} />
        </>
      ) : null}
    </header>
  )
}
