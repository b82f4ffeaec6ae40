import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { mockApi, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'

const SIGNED_IN = sampleReply('bootstrap', { user: sampleReply('currentUser', { username: 'ada', isAdmin: false }) })

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const assign = vi.fn()
function watchAssign(): void {
  assign.mockClear()
  vi.stubGlobal('location', { ...window.location, href: 'http://localhost/', assign })
}

it('asks before it signs out a user who followed a link of another site', async () => {
  const api = mockApi({ bootstrap: SIGNED_IN })
  renderPage('/logout')
  const button = await screen.findByRole('button', { name: 'Sign out' })
  expect(api.requestsOf('logout')).toEqual([])
  watchAssign()
  await userEvent.click(button)
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
  expect(api.requestsOf('logout')).toHaveLength(1)
})

it('signs out at once from the user menu, and shows why it could not', async () => {
  const api = mockApi({ bootstrap: SIGNED_IN, logout: () => new Response('gone', { status: 502 }) })
  renderPage('/about')
  await userEvent.click(await screen.findByRole('button', { name: 'User menu of ada' }))
  expect(screen.queryByRole('menuitem', { name: 'Admin' })).toBeNull()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByText('Error logging out')).toBeTruthy()
  expect(api.requestsOf('logout')).toHaveLength(1)
})

it('keeps the login alive every 60 s while a user is signed in', async () => {
  const api = mockApi({ bootstrap: SIGNED_IN })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderPage('/about')
  await screen.findByRole('button', { name: 'User menu of ada' })
  await act(() => vi.advanceTimersByTimeAsync(59_000))
  expect(api.requestsOf('keepAlive')).toHaveLength(0)
  await act(() => vi.advanceTimersByTimeAsync(62_000))
  expect(api.requestsOf('keepAlive')).toHaveLength(2)
})
