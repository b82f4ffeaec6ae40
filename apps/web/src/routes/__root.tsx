import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { type SettingsPage, toSettingsPage } from '../features/settings/settings-pages.ts'
import { AppShell } from '../features/shell/app-shell.tsx'
import { NotFoundPage } from '../features/shell/not-found-page.tsx'

export const Route = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  validateSearch: ({ settings }: { readonly settings?: unknown }): { settings?: SettingsPage | undefined } => ({
    settings: toSettingsPage(settings),
  }),
  component: AppShell,
  notFoundComponent: NotFoundPage,
})
