// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import type { ExchangeBroker, ExchangeConnection } from '@tradeloom/contracts'
import { Notifications, notificationsStore } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { errorReply, mockApi } from '../../testing/mock-api.ts'
import { Modals } from '../../ui/modals.tsx'
// There at once, instead of on demand.
import '../../ui/modals-host.tsx'
import { KEY } from '../../entities/accounts/exchange-keys.fixture.ts'
import { ExchangeKeys } from './exchange-keys.tsx'

const BINANCE: ExchangeBroker = {
  broker: 'BINANCE',
  name: 'Binance',
  formStyle: 4,
  types: ['live'],
  guardianHasOwnKey: false,
  isOn: true,
  signUpUrl: 'https://exchange.example/register',
  logo: '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

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
        <ExchangeKeys />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

it('lists keys with their end and their errors, and says which have to be deleted', async () => {
  const refused = {
    ...KEY,
    id: KEY.id.replace('02a', '03a'),
    connected: false,
    connectionError: 'Invalid API-key',
    isRefused: true,
  }
  mockApi({ listExchangeKeys: [KEY, refused], listExchangeBrokers: [BINANCE] })
  show()
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    'Invalid API-key Please delete to enter new keys',
  )
  expect(screen.getAllByText('…1234')).toHaveLength(2)
  for (const text of ['Connected', 'Refused']) expect(screen.getByText(text)).toBeTruthy()
})

it('looks again at a key that is being tried, until the exchange has answered', async () => {
  let connection: ExchangeConnection = { ...KEY, connected: null }
  mockApi({ listExchangeKeys: () => [connection], listExchangeBrokers: [BINANCE] })
  show()
  await screen.findByText('Connecting')
  connection = { ...KEY, connected: false, connectionError: 'Invalid API-key', isRefused: true }
  await screen.findByText('Refused', undefined, { timeout: 30_000 })
  expect(screen.getByRole('alert').textContent).toBe('Invalid API-key Please delete to enter new keys')
})

it('says that there are no keys, and why none can be added while no exchange is on', async () => {
  mockApi({ listExchangeKeys: [], listExchangeBrokers: [{ ...BINANCE, isOn: false }] })
  show()
  await screen.findByText('No exchange API keys')
  expect(screen.getByText('No exchange is switched on. An administrator can switch one on.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add API key' })).toHaveProperty('disabled', true)
})

it('sends a key with the form number 4, and shows the errors of the server at their fields', async () => {
  const wrong = { code: 'invalid-input', message: 'x', fields: { apiSecret: 'This is no secret' } }
  let isRight = false
  const api = mockApi({
    listExchangeKeys: [],
    listExchangeBrokers: [BINANCE],
    addExchangeKey: () => (isRight ? KEY : errorReply(400, wrong)),
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Add API key' }))
  fireEvent.change(screen.getByLabelText('API key'), { target: { value: 'the key' } })
  fireEvent.change(screen.getByLabelText('API secret'), { target: { value: 'the secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add API key' }))
  await screen.findByText('This is no secret')
  const body = {
    formStyle: 4,
    type: 'live',
    broker: 'BINANCE',
    apiKey: 'the key',
    apiSecret: 'the secret',
  }
  expect(api.requestsOf('addExchangeKey')).toMatchObject([{ body }])
  isRight = true
  fireEvent.click(screen.getByRole('button', { name: 'Add API key' }))
  await screen.findByText('API key added')
  await screen.findByText('No exchange API keys')
})

it('asks for what each exchange needs, as its adapter says, and sends nothing else', async () => {
  const token: ExchangeBroker = {
    ...BINANCE,
    broker: 'TOKEN',
    name: 'Token',
    formStyle: 5,
    types: ['live', 'practice'],
  }
  const login: ExchangeBroker = { ...BINANCE, broker: 'LOGIN', name: 'Login', formStyle: 6 }
  const api = mockApi({ listExchangeKeys: [], listExchangeBrokers: [token, login, BINANCE], addExchangeKey: () => KEY })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Add API key' }))
  const link = screen.getByRole('link', { name: 'Open an account at Token' })
  expect(link.getAttribute('href')).toBe('https://exchange.example/register')
  expect(screen.queryByLabelText('API secret')).toBeNull()
  fireEvent.change(screen.getByLabelText('API key'), { target: { value: 'the token' } })
  expect(screen.getByRole('radio', { name: 'Live' })).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('radio', { name: 'Practice' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add API key' }))
  await screen.findByText('API key added')
  fireEvent.click(await screen.findByRole('button', { name: 'Add API key' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'Exchange' }))
  fireEvent.click(screen.getByRole('option', { name: 'Login' }))
  expect(screen.queryByLabelText('API key')).toBeNull()
  expect(screen.queryByRole('radio', { name: 'Practice' })).toBeNull()
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'ann' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add API key' }))
  await waitFor(() => expect(api.requestsOf('addExchangeKey')).toHaveLength(2))
  expect(api.requestsOf('addExchangeKey').map(({ body }) => body)).toEqual([
    { formStyle: 5, type: 'practice', broker: 'TOKEN', apiKey: 'the token' },
    { formStyle: 6, type: 'live', broker: 'LOGIN', username: 'ann', password: 'a password' },
  ])
})

it('says that a key could not be added, in the words of the specification where the server has none', async () => {
  mockApi({
    listExchangeKeys: [],
    listExchangeBrokers: [BINANCE],
    addExchangeKey: () => new Response('<h1>Proxy error</h1>', { status: 502 }),
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Add API key' }))
  fireEvent.change(screen.getByLabelText('API key'), { target: { value: 'the key' } })
  fireEvent.change(screen.getByLabelText('API secret'), { target: { value: 'the secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add API key' }))
  await screen.findByText('Error adding API key. Please try again')
  expect(screen.getByLabelText('API key')).toHaveProperty('value', 'the key')
})

it('deletes a key after a question, and says when that fails', async () => {
  let isWorking = false
  const api = mockApi({
    listExchangeKeys: [KEY],
    listExchangeBrokers: [BINANCE],
    deleteExchangeKey: () => (isWorking ? { ok: true } : errorReply(500, { code: 'bug', message: 'x' })),
  })
  show()
  const ask = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Delete the key …1234 of Binance' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete key' }))
  }
  await ask()
  await screen.findByText('Error deleting API key. Please try again')
  isWorking = true
  await ask()
  await screen.findByText('API key deleted')
  expect(api.requestsOf('deleteExchangeKey')).toMatchObject([{ params: { id: KEY.id } }, { params: { id: KEY.id } }])
})

it('says what a guardian without a key of its own cannot do, takes one, and says what has become of it', async () => {
  const bitfinex = { ...BINANCE, broker: 'BITFINEX', name: 'Bitfinex', guardianHasOwnKey: true }
  const connection = (guardianKey: ExchangeConnection['guardianKey']): ExchangeConnection => ({
    ...KEY,
    broker: 'BITFINEX',
    guardianKey,
  })
  let shown = [connection(null), { ...KEY, id: KEY.id.replace('02a', '03a') }]
  const api = mockApi({
    listExchangeKeys: () => shown,
    listExchangeBrokers: [bitfinex, BINANCE],
    setGuardianKey: () => {
      const entered = connection({ apiKey: '…9999', isAccepted: false, problem: null })
      shown = [entered]
      return entered
    },
    deleteGuardianKey: () => {
      const left = connection(null)
      shown = [left]
      return left
    },
  })
  show()
  // Of the other exchange, whose guardian needs none, nothing is said.
  const without = /^Without a key of its own, the guardian can only raise the level of your accounts at Bitfinex/
  await screen.findByText(without)
  fireEvent.click(screen.getByRole('button', { name: 'Add key of the guardian' }))
  fireEvent.change(screen.getByLabelText('API key'), { target: { value: 'its key' } })
  fireEvent.change(screen.getByLabelText('API secret'), { target: { value: 'its secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add key' }))
  await screen.findByText('Being tried')
  const body = { formStyle: 4, apiKey: 'its key', apiSecret: 'its secret' }
  expect(api.requestsOf('setGuardianKey')).toMatchObject([{ params: { id: KEY.id }, body }])
  shown = [connection({ apiKey: '…9999', isAccepted: false, problem: 'This key can withdraw money' })]
  await screen.findByText('Not in use', undefined, { timeout: 30_000 })
  expect(screen.getByText('This key can withdraw money')).toBeTruthy()
  shown = [connection({ apiKey: '…9999', isAccepted: true, problem: null })]
  await queryClient.invalidateQueries()
  await screen.findByText('In use')
  expect(screen.queryByText(without)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Delete the key …9999 of the guardian' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete key' }))
  await screen.findByText(without)
  expect(api.requestsOf('deleteGuardianKey')).toMatchObject([{ params: { id: KEY.id } }])
})
