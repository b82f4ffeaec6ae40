import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render, type RenderResult } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import { closeAuthPrompt, forgetEnded } from '../entities/user/auth-prompt.ts'
import { queryClient } from '../api/query-client.ts'
import { Modals } from '../ui/modals.tsx'
// What pages load on demand is there at once: a test has nothing to learn from the wait.
import '../features/auth/auth-dialog.tsx'
import '../shell/command-palette.tsx'
import '../ui/modals-host.tsx'
import { createAppRouter } from '../router.ts'

/** A WebSocket that never connects: pages under test get no live updates. */
class SilentSocket {
  readonly readyState = 0
  addEventListener(): void {}
  send(): void {}
  close(): void {}
}

/** Renders the whole app at an address, as a browser would open it. Use with `mockApi`. */
export function renderPage(address: string): RenderResult {
  queryClient.clear()
  // A request of an earlier test may have been answered late that its login had ended.
  forgetEnded()
  // Nor does a dialog that asks for a login stay open for the next test.
  onTestFinished(() => closeAuthPrompt(false))
  vi.stubGlobal('WebSocket', SilentSocket)
  vi.stubGlobal('scrollTo', () => {})
  // jsdom has no fonts; fields that grow with their text listen to them.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter(history)
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Modals />
        <Notifications />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
