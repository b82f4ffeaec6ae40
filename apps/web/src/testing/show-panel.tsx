import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { queryClient } from '../api/query-client.ts'
import { DashboardPanel } from '../entities/panels/dashboard-panel.tsx'
import type { StoredOptions } from '../entities/panels/define-panel.ts'
import { createAppRouter } from '../router.ts'

interface ShownPanel {
  /** What the panel stored, oldest first. */
  readonly stored: readonly StoredOptions[]
  readonly unmount: () => void
}

/** Shows a panel as a dashboard would, to a user or to a visitor (null). Use with `mockApi`. */
export function showPanel(name: string, options?: unknown, user: object | null = null): ShownPanel {
  // Settings are kept in the app's own cache.
  queryClient.clear()
  queryClient.setQueryData(['bootstrap'], { user } as never)
  const stored: StoredOptions[] = []
  // Panels have links; nothing of a page is drawn.
  const router = createAppRouter(createMemoryHistory())
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RouterContextProvider router={router}>
          <DashboardPanel name={name} stored={options} onStored={(one) => stored.push(one)} />
        </RouterContextProvider>
      </MantineProvider>
    </QueryClientProvider>,
  )
  return { stored, unmount }
}
