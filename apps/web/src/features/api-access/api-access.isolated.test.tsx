// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { Notifications, notificationsStore } from '@mantine/notifications'
import type { ApiKey } from '@tradeloom/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { errorReply, mockApi } from '../../testing/mock-api.ts'
import { Modals } from '../../ui/modals.tsx'
// There at once, instead of on demand.
import '../../ui/modals-host.tsx'
import { ApiAccess } from './api-access.tsx'

vi.mock('@tanstack/react-router', async (original) => ({ ...(await original()), Link: 'a' }))

const KEY: ApiKey = {
  key: 'tk_abcdefghijklmnop',
  label: 'Robot',
  scopes: ['read', 'trade'],
  expires: Date.UTC(2020, 0, 1),
  addresses: ['10.0.0.0/8'],
  created: Date.UTC(2019, 0, 1),
  lastUsed: null,
}
const USAGE = [
  { period: '24h' as const, used: 3, available: 1000 },
  { period: '30d' as const, used: 850, available: 1000 },
]
const SECRET = `ts_${'x'.repeat(49)}`

afterEach(() => {
  cleanup()
  notificationsStore.setState((state) => ({ ...state, notifications: [], queue: [] }))
  vi.unstubAllGlobals()
})

function show(): void {
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Notifications />
        <Modals />
        <ApiAccess />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

it('shows the percentage of credits used out of available, and each key with what it may do', async () => {
  mockApi({ listApiKeys: [KEY], getApiUsage: USAGE })
  show()
  const bars = await screen.findAllByRole('meter')
  expect(bars.map((bar) => bar.getAttribute('aria-valuetext'))).toEqual([
    'less than 1 %, 3 of 1,000 credits',
    '85 %, 850 of 1,000 credits',
  ])
  for (const text of ['Robot', 'read', 'trade', 'tk_abcdefghijklmnop', 'From 10.0.0.0/8'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText(/^Expired/)).toBeTruthy()
})

it('shows what was used where nothing is limited, and that there are no keys', async () => {
  mockApi({ listApiKeys: [], getApiUsage: USAGE.map((one) => ({ ...one, available: null })) })
  show()
  await screen.findByText('No API keys')
  expect(screen.getByText('850 · no limit')).toBeTruthy()
  expect(screen.queryByRole('meter')).toBeNull()
})

it('shows the secret of a new key once, with a button that copies it', async () => {
  const made = { key: KEY.key, label: 'Mine', secret: SECRET }
  const api = mockApi({ listApiKeys: [], getApiUsage: USAGE, createApiKey: made })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Add API key' }))
  fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'Mine' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Write' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add API key' }))
  expect(await screen.findByLabelText('Secret')).toHaveProperty('value', SECRET)
  expect(screen.getByLabelText('Header of each call')).toHaveProperty(
    'value',
    `Authorization: Bearer ${KEY.key}.${SECRET}`,
  )
  expect(screen.getByRole('button', { name: 'Copy secret' })).toBeTruthy()
  expect(api.requestsOf('createApiKey')).toMatchObject([
    { body: { label: 'Mine', scopes: ['read', 'write'], expires: null, addresses: [] } },
  ])
  fireEvent.click(screen.getByRole('button', { name: 'I have stored it' }))
  await screen.findByText('No API keys')
  expect(document.body.innerHTML).not.toContain(SECRET)
})

it('shows what the server says about a field, and the text of the specification where it says nothing', async () => {
  const wrong = { code: 'invalid-input', message: 'x', fields: { 'addresses.0': 'x is not an address or a network' } }
  let isWrong = true
  mockApi({
    listApiKeys: [],
    getApiUsage: USAGE,
    createApiKey: () => (isWrong ? errorReply(400, wrong) : errorReply(500, { code: 'bug', message: 'x' })),
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Add API key' }))
  fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'Mine' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add API key' }))
  await screen.findByText('x is not an address or a network')
  isWrong = false
  fireEvent.click(screen.getByRole('button', { name: 'Add API key' }))
  await screen.findByText('Error creating API key. Please try again')
})

it('deletes a key after a question, and says when that fails', async () => {
  let isWorking = false
  const api = mockApi({
    listApiKeys: [KEY],
    getApiUsage: USAGE,
    deleteApiKey: () => (isWorking ? { ok: true } : errorReply(500, { code: 'bug', message: 'x' })),
  })
  show()
  const ask = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Delete the key Robot' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete key' }))
  }
  await ask()
  await screen.findByText('Error deleting API key. Please try again')
  isWorking = true
  await ask()
  await screen.findByText('API key deleted')
  expect(api.requestsOf('deleteApiKey')).toMatchObject([{ params: { key: KEY.key } }, { params: { key: KEY.key } }])
})
