import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { AppShell } from '../features/shell/app-shell.tsx'
import { NotFoundPage } from '../features/shell/not-found-page.tsx'

export const Route = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: AppShell,
  notFoundComponent: NotFoundPage,
})
