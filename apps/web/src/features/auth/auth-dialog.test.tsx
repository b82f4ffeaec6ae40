import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { sampleReply } from '../../testing/mock-api.ts'
import { askForLogin } from '../../entities/user/auth-prompt.ts'
import { AuthDialog } from './auth-dialog.tsx'
import { currentUser, requireLogin } from '../../entities/user/login.ts'

const USER = {
  id: '01a1fcbd-ca32-7065-a0e0-bc608310879a',
  username: 'ada',
  email: 'ada@example.org',
  isAdmin: false,
  authenticated: true,
  backtestUnits: null,
  backtestTick: true,
  liveTradingSessions: 0,
  historyDays: null,
  backtestBrokers: null,
  subscriptionSku: 0,
  accounts: [],
}

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

function show(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <AuthDialog />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  queryClient.setQueryData(['bootstrap'], {
    user: null,
    version: '1',
    profile: 'self-hosted',
    canSendMail: false,
    privateConnections: [],
  })
  // The page's socket must not try to connect.
  vi.stubGlobal(
    'WebSocket',
    class {
      readyState = 0
      addEventListener(): void {}
      send(): void {}
      close(): void {}
    },
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('marks missing fields, and clears the mark on typing', async () => {
  show()
  act(() => void askForLogin('Please log in to clone algorithms'))
  await screen.findByText('Please log in to clone algorithms')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect(screen.getByText('Please enter your user name')).toBeTruthy()
  expect(screen.getByText('Please enter your password')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('User name or email'), 'ada')
  expect(screen.queryByText('Please enter your user name')).toBeNull()
})

it('validates a registration with the texts of the specification', async () => {
  show()
  act(() => void askForLogin(null, 'register'))
  await userEvent.type(await screen.findByLabelText('User name'), 'ada')
  await userEvent.type(screen.getByLabelText('Email'), 'nowhere')
  await userEvent.type(screen.getByLabelText('Password'), 'long-enough')
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  expect(screen.getByText('The email you entered looks invalid')).toBeTruthy()
  expect(screen.getByText('Please repeat your password')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), '@example.org')
  await userEvent.type(screen.getByLabelText('Repeat password'), 'another-one')
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  expect(screen.getByText('Passwords do not match!')).toBeTruthy()
})

it('shows why the server rejects a login, then signs in and continues the action', async () => {
  const replies = [
    json(401, { code: 'bad-login', kind: 'unauthenticated', message: 'Wrong user name or password' }),
    json(200, USER),
  ]
  vi.stubGlobal('fetch', async () => replies.shift() ?? json(200, []))
  show()
  const goOn = vi.fn()
  act(() => void askForLogin().then(goOn))
  await userEvent.type(await screen.findByLabelText('User name or email'), 'ada')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong user name or password')
  expect(goOn).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(goOn).toHaveBeenCalledWith(true))
  expect(currentUser()?.username).toBe('ada')
})

it('does not ask for a login before the server has said who the user is', async () => {
  queryClient.clear()
  let answer: (response: Response) => void = () => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  show()
  let isIn: boolean | null = null
  void requireLogin('Please log in to import a calendar').then((value) => (isIn = value))
  answer(json(200, sampleReply('bootstrap', { user: USER })))
  await waitFor(() => expect(isIn).toBe(true))
  expect(screen.queryByText('Please log in to import a calendar')).toBeNull()
})
