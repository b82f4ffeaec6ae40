import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { DashboardPanel } from '../features/dashboard/dashboard-panel.tsx'
import type { StoredOptions } from '../features/dashboard/define-panel.ts'

// Panels load their code when they are shown; on a busy machine that takes longer than the default second.
configure({ asyncUtilTimeout: 15_000 })

interface ShownPanel {
  /** What the panel stored, oldest first. */
  readonly stored: readonly StoredOptions[]
  readonly unmount: () => void
}

/** Shows a panel as a dashboard would, to a user or to a visitor (null). Use with `mockApi`. */
export function showPanel(name: string, options?: unknown, user: object | null = null): ShownPanel {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(['bootstrap'], { user })
  const stored: StoredOptions[] = []
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <DashboardPanel name={name} stored={options} onStored={(one) => stored.push(one)} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return { stored, unmount }
}
