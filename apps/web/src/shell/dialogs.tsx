import { useRouterState } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useAuthPrompt } from '../entities/user/auth-prompt.ts'
import { useUser } from '../entities/user/bootstrap-query.ts'
import { usePairSetting } from '../entities/settings/use-pair-setting.ts'
import { useSoundsSetting } from '../entities/settings/use-sounds-setting.ts'
import { useConfirmPrompt } from '../entities/user/confirm-prompt.ts'
import { NewAlgorithm } from '../features/algorithms/new-algorithm.tsx'
import { NewIndicator } from '../features/indicators/new-indicator.tsx'
import { Settings } from '../pages/settings/settings.tsx'
import { useShortcut } from '../ui/use-shortcut.ts'
import { PAGE_SHORTCUTS } from './page-shortcuts.ts'
import { openPalette, usePalette } from './palette-state.ts'
import { openShortcuts, useShortcuts } from './shortcuts-state.ts'

const AuthDialog = lazyPart(async () => (await import('../features/auth/auth-dialog.tsx')).AuthDialog)
const ConfirmDialog = lazyPart(async () => (await import('../features/auth/confirm-dialog.tsx')).ConfirmDialog)
const EndedDialog = lazyPart(async () => (await import('../features/auth/ended-dialog.tsx')).EndedDialog)
const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette)
const TypedSearch = lazyPart(async () => (await import('./typed-search.tsx')).TypedSearch)
const Sounds = lazyPart(async () => (await import('../features/notifications/sounds.tsx')).Sounds)
const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** Where prices are watched: there a name that is typed is that of an instrument. */
const DESK = /^\/(platform|instruments)(\/|$)/

/** What every page has besides itself: dialogs, each loaded when it is first needed, and what settings make of it. */
export function Dialogs(): ReactElement {
  const isSignedIn = Boolean(useUser())
  const isAsking = useAuthPrompt(({ mode }) => mode !== null)
  const hasEnded = useAuthPrompt(({ ended }) => ended !== null)
  const isPaletteOpen = usePalette(({ isOpen }) => isOpen)
  const isConfirming = useConfirmPrompt(({ settle }) => settle !== null)
  const areShortcutsOpen = useShortcuts(({ isOpen }) => isOpen)
  const isOnDesk = useRouterState({ select: ({ location }) => DESK.test(location.pathname) })
  const hasSounds = useSoundsSetting()[0] && isSignedIn
  usePairSetting()
  useShortcut(PAGE_SHORTCUTS.palette, () => openPalette())
  useShortcut(PAGE_SHORTCUTS.shortcuts, openShortcuts)
  return (
    <>
      <AuthDialog isOpen={isAsking} />
      <EndedDialog isOpen={hasEnded} />
      <Settings />
      <NewAlgorithm />
      <NewIndicator />
      <CommandPalette isOpen={isPaletteOpen} />
      <TypedSearch isOpen={isOnDesk} />
      <ShortcutsDialog isOpen={areShortcutsOpen} />
      <ConfirmDialog isOpen={isConfirming} />
      <Sounds isOpen={hasSounds} />
    </>
  )
}
