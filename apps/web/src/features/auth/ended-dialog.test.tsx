import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { applyEvent } from '../../realtime/live.ts'
import { errorReply, mockApi, sampleReply } from '../../testing/mock-api.ts'
import { AuthDialog } from './auth-dialog.tsx'
import { closeAuthPrompt, forgetEnded } from '../../entities/user/auth-prompt.ts'
import { live } from '../../entities/user/auth.live.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { EndedDialog } from './ended-dialog.tsx'
import { currentUser, watchSessionEnd } from '../../entities/user/login.ts'

const USER = sampleReply('currentUser', { username: 'ada' })
const reload = vi.fn()

beforeEach(() => {
  queryClient.setQueryData(bootstrapQuery.queryKey, sampleReply('bootstrap', { user: USER }))
  vi.stubGlobal('location', { ...window.location, reload, href: 'http://localhost/' })
  vi.stubGlobal(
    'WebSocket',
    class {
      readyState = 0
      addEventListener(): void {}
      send(): void {}
      close(): void {}
    },
  )
  reload.mockClear()
  watchSessionEnd()
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <textarea aria-label="script" />
        <AuthDialog />
        <EndedDialog />
      </MantineProvider>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  act(() => {
    closeAuthPrompt(false)
    forgetEnded()
  })
  vi.unstubAllGlobals()
  queryClient.clear()
})

const rejected = () => errorReply(401, { code: 'login-required', message: 'Please log in' })

async function logIn(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Log in' }))
  await userEvent.type(await screen.findByLabelText('User name or email'), 'ada')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

it('shows that the login has expired, and the same user goes on with what is typed', async () => {
  const api = mockApi({ keepAlive: rejected, login: USER })
  await userEvent.type(screen.getByLabelText('script'), 'typed')
  await act(() => call('keepAlive', {}).catch(() => null))
  expect(await screen.findByText('Your login session has expired.')).toBeTruthy()
  await logIn()
  await waitFor(() => expect(screen.queryByText('Your login session has expired.')).toBeNull())
  expect(screen.getByLabelText<HTMLTextAreaElement>('script').value).toBe('typed')
  expect(reload).not.toHaveBeenCalled()
  expect(api.requestsOf('login')).toHaveLength(1)
})

it('does not ask again for a call that began before the login and is rejected after it', async () => {
  let reject: (reply: Response) => void = () => undefined
  const late = new Promise<Response>((resolve) => (reject = resolve))
  mockApi({ keepAlive: rejected, currentUser: () => late, login: USER })
  const rejectedLate = call('currentUser', {}).catch(() => null)
  await act(() => call('keepAlive', {}).catch(() => null))
  await logIn()
  await waitFor(() => expect(screen.queryByText('Your login session has expired.')).toBeNull())
  reject(rejected())
  await act(() => rejectedLate)
  expect(screen.queryByText('Your login session has expired.')).toBeNull()
})

it('reloads after OK, and when another user logs in', async () => {
  const other = { ...USER, id: '01a1fcbd-ca32-7065-a0e0-bc6083108799', username: 'bob' }
  mockApi({ keepAlive: rejected, login: other })
  await act(() => call('keepAlive', {}).catch(() => null))
  await logIn()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }))
  expect(reload).toHaveBeenCalledTimes(2)
})

it('deletes the cookies and reloads after the server has ended the login', async () => {
  const api = mockApi()
  act(() => applyEvent('user', { event: 'logout', data: null }, [live], queryClient))
  expect(await screen.findByText('Your session has logged out.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(api.requestsOf('logout')).toHaveLength(1)
})

it('shows units that an administrator has credited', () => {
  const event = { event: 'credit-backtest-units', data: { backtestUnits: 123 } } as const
  act(() => applyEvent('user', event, [live], queryClient))
  expect(currentUser()?.backtestUnits).toBe(123)
})
