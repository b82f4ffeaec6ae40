// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { accountOf, USER } from './trading.fixture.ts'
import { useSiteLight } from './use-site-light.ts'

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  mockApi({})
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Shown() {
  return <output>{useSiteLight()}</output>
}

function show(user: object | null): void {
  queryClient.setQueryData(['bootstrap'], { user } as never)
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )
}

const light = () => screen.getByRole('status').textContent
const answer = async (isConnected: boolean | null): Promise<void> => {
  await waitFor(() => expect(live.sent.some(({ name }) => name === 'subscribe-status')).toBe(true))
  await live.reply('subscribe-status', {
    ok: true,
    data: [{ connectionId: accountOf().connectionId, isConnected }],
  })
}

it('is on for a visitor while the server is there, and off without it', () => {
  show(null)
  expect(light()).toBe('on')
  live.close()
  expect(light()).toBe('off')
})

it('is half while the page is connected and a broker is not', async () => {
  show(USER)
  await answer(false)
  await waitFor(() => expect(light()).toBe('half'))
  live.close()
  expect(light()).toBe('off')
})

it('is on while a broker is not in use', async () => {
  show(USER)
  await answer(null)
  await act(() => Promise.resolve())
  expect(light()).toBe('on')
})
