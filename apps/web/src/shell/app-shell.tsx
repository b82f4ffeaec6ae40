import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useIsRefused } from '../entities/user/bootstrap-query.ts'
import { useKeepAlive } from '../features/auth/use-keep-alive.ts'
import { isInWorkspace, Workspace } from './workspace/workspace.tsx'
import classes from './app-shell.module.css'
import { Dialogs } from './dialogs.tsx'
import { Header } from './header.tsx'
import { Navigation } from './navigation.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { useLiveUpdates } from './use-live-updates.ts'
import { useRail } from './use-rail.ts'

const MobileMenu = lazyPart(async () => (await import('./mobile-menu/mobile-menu.tsx')).MobileMenu)

const FactorsBanner = lazyPart(async () => (await import('./factors-banner.tsx')).FactorsBanner)

/** The frame of every page: header, navigation, login, live updates; less of it where the route says so. */
export function AppShell(): ReactElement {
  const frame = useMatches({ select: (matches) => matches.at(-1)?.staticData.frame })
  if (frame === 'window') return <WindowFrame />
  return frame === 'embedded' ? <Main /> : <WholeFrame />
}

function Main(): ReactElement {
  useDocumentTitle()
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  )
}

function WindowFrame(): ReactElement {
  useKeepAlive()
  useLiveUpdates()
  return (
    <>
      <Main />
      <Dialogs />
    </>
  )
}

function WholeFrame(): ReactElement {
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  const path = useRouterState({ select: (state) => state.location.pathname })
  // Phones have the menu instead.
  const isPhone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  useKeepAlive()
  useLiveUpdates()
  useDocumentTitle()
  // Navigating closes the menu without an effect: the menu belongs to the page it was opened on.
  const isMenuOpen = openedOn === path
  const closeMenu = (): void => setOpenedOn(null)
  const isRefused = useIsRefused()
  const { isRail, toggle } = useRail(path)
  return (
    <div className={classes['shell']} data-rail={isRail || undefined}>
      <a href="#main" className={classes['skip']}>
        Skip to content
      </a>
      <Header onMenu={() => setOpenedOn(isMenuOpen ? null : path)} isMenuOpen={isMenuOpen} />
      {isPhone ? null : (
        <aside className={classes['side']}>
          <Navigation isRail={isRail} onToggle={toggle} />
        </aside>
      )}
      <main id="main" className={classes['main']} tabIndex={-1}>
        <FactorsBanner isOpen={isRefused} />
        {isInWorkspace(path) ? (
          <Workspace>
            <Outlet />
          </Workspace>
        ) : (
          <Outlet />
        )}
      </main>
      <MobileMenu isOpen={isMenuOpen} onClose={closeMenu} />
      <Dialogs />
    </div>
  )
}
