import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { type SettingsPage, toSettingsPage } from '../pages/settings/settings-pages.ts'
import { AppShell } from '../shell/app-shell.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'

export const Route = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  validateSearch: ({ settings }: { readonly settings?: unknown }): { settings?: SettingsPage | undefined } => ({
    settings: toSettingsPage(settings),
  }),
  component: AppShell,
  notFoundComponent: NotFoundPage,
})
