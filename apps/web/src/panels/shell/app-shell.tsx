import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { AuthDialog } from '../auth/auth-dialog.tsx'
import { ExpiredDialog } from '../auth/expired-dialog.tsx'
import { useKeepAlive } from '../auth/use-keep-alive.ts'
import classes from './app-shell.module.css'
import { CommandPalette } from './command-palette.tsx'
import { Header } from './header.tsx'
import { Navigation } from './navigation.tsx'
import { useLiveUpdates } from './use-live-updates.ts'

/** What surrounds every page: header, navigation, login, live updates. */
export function AppShell(): ReactElement {
  const [isMenuOpen, menu] = useDisclosure()
  const path = useRouterState({ select: (state) => state.location.pathname })
  useKeepAlive()
  useLiveUpdates()
  useEffect(() => menu.close(), [path, menu.close])
  return (
    <div className={classes['shell']}>
      <a href="#main" className={classes['skip']}>
        Skip to content
      </a>
      <Header onMenu={menu.toggle} isMenuOpen={isMenuOpen} />
      <aside className={classes['side']}>
        <Navigation />
      </aside>
      <main id="main" className={classes['main']} tabIndex={-1}>
        <Outlet />
      </main>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        size={240}
        title="Menu"
        closeButtonProps={{ 'aria-label': 'Close menu' }}
      >
        <Navigation isWide />
      </Drawer>
      <AuthDialog />
      <ExpiredDialog />
      <CommandPalette />
    </div>
  )
}
