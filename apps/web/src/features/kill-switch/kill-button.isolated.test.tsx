import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { KillAccount } from '@tradeloom/contracts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { positionOf } from '../../entities/accounts/trading.fixture.ts'
import { openPositionsQuery } from '../../entities/accounts/trading-queries.ts'
import { giveLayout } from '../../testing/give-layout.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { dropPass } from './doors.ts'
import { KillButton } from './kill-button.tsx'
import './kill-sheet.tsx'

const [PAPER, COINS] = [1, 2].map((n) => `0190a7c2-0000-7000-8000-00000000000${n}`) as [string, string]
const PASS = `${PAPER}.${'a'.repeat(43)}`
const GUARDIAN = 'http://127.0.0.1:7071'
const SILENT = "The switch does not answer. Use your broker's page"
const AT = Date.UTC(2026, 10, 29)

const account = (changes: Partial<KillAccount>): KillAccount => ({
  id: PAPER,
  type: 'paper',
  broker: 'paper',
  accountNo: '1001',
  positions: [],
  positionCount: 0,
  orderCount: 0,
  sessionCount: 0,
  ...changes,
})
const coins = account({
  id: COINS,
  type: 'live',
  broker: 'BINANCE',
  positions: [{ instrumentId: 'BTCUSDT:BINANCE', direction: 'LONG', quantity: 0.5 }],
  positionCount: 1,
  orderCount: 2,
})

interface Asked {
  readonly url: string
  readonly body: { readonly id: string; readonly accounts: unknown; readonly pass: string }
}

let asked: Asked[]
let accounts: KillAccount[]
/** What the doors answer to a question, and to a request. */
let door: (url: string, method: string) => Promise<Response>
beforeEach(() => {
  giveLayout()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  asked = []
  accounts = [coins, account({})]
  door = async (_, method) => Response.json({}, { status: method === 'POST' ? 202 : 404 })
  mockApi({
    issueKillPass: { pass: PASS, endsAt: AT, guardian: GUARDIAN },
    listKillAccounts: () => accounts,
  })
  const api = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!new URL(url, 'http://localhost').pathname.endsWith('/kill')) return api(url, init)
    const { method = 'GET', body } = init
    if (method === 'POST') asked.push({ url, body: JSON.parse(String(body)) })
    return door(url, method)
  })
  queryClient.clear()
  dropPass()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(): void {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <KillButton />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
const press = (key: string, keys: object = {}): void => {
  const target = document.activeElement ?? document.body
  fireEvent.keyDown(target, { key, ...keys })
  fireEvent.keyUp(target, { key, ...keys })
}
async function opened(): Promise<HTMLElement> {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Close everything' }))
  const button = await screen.findByRole('button', { name: /^Hold to close/ })
  await waitFor(() => expect(document.activeElement).toBe(button))
  return button
}
/** As the doors answer while accounts are closed. */
function progress(step: 'raised' | 'flat' | 'waiting', isComplete = true): object {
  const times = { raisedAt: AT + 200, flatAt: step === 'flat' ? AT + 1_300 : null }
  const steps = [{ accountId: COINS, venue: 'binance', step, ...times }]
  return { id: PAPER, at: AT, isRead: true, accounts: steps, unknown: [], isComplete }
}

it('is not there while nothing is open', async () => {
  accounts = [account({})]
  show()
  await waitFor(() => expect(queryClient.getQueryData(['kill-accounts'])).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
})

it('comes as soon as the page hears of a position', async () => {
  accounts = [account({})]
  queryClient.setQueryData(openPositionsQuery.queryKey, [])
  show()
  await waitFor(() => expect(queryClient.getQueryData(['kill-accounts'])).toHaveLength(1))
  accounts = [account({ positionCount: 1 })]
  act(() => void queryClient.setQueryData(openPositionsQuery.queryKey, [positionOf()]))
  expect(await screen.findByRole('button', { name: 'Close everything' })).toBeDefined()
})

it('says what is sold, canceled and stopped', async () => {
  await opened()
  expect(screen.getByText('All accounts (2)')).toBeDefined()
  expect(screen.getByText(/^Sells/).textContent).toBe('Sells 0.5 BTC/USDT Binance')
  expect(screen.getByText('2 orders are canceled')).toBeDefined()
  expect(screen.getByText('Nothing open')).toBeDefined()
})

it('closes by keys alone: Ctrl+Shift+K, the number of an account, Enter', async () => {
  show()
  await waitFor(() => expect(queryClient.getQueryData(['kill-accounts'])).toHaveLength(2))
  press('K', { ctrlKey: true, shiftKey: true })
  const button = await screen.findByRole('button', { name: /^Hold to close/ })
  await waitFor(() => expect(document.activeElement).toBe(button))
  press('1')
  expect(asked).toEqual([])
  press('Enter')
  await waitFor(() => expect(asked).toHaveLength(2))
  const [first, second] = asked
  expect(first?.body).toMatchObject({ accounts: [COINS], pass: PASS })
  // The same request at both doors.
  expect(second?.body).toEqual(first?.body)
  expect(asked.map(({ url }) => url).toSorted()).toEqual(['/kill', `${GUARDIAN}/kill`])
})

it('closes all accounts by A and Enter', async () => {
  await opened()
  press('a')
  press('Enter')
  await waitFor(() => expect(asked[0]?.body.accounts).toBe('all'))
})

it('closes nothing by Enter alone, nor when it is let go before a second is over', async () => {
  const button = await opened()
  press('Enter')
  fireEvent.pointerDown(button, { button: 0 })
  await vi.advanceTimersByTimeAsync(900)
  fireEvent.pointerUp(button)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toEqual([])
})

it.each(['pointer', ' ', 'Enter'])('closes when it is held for a second: %s', async (by) => {
  const button = await opened()
  if (by === 'pointer') fireEvent.pointerDown(button, { button: 0 })
  else fireEvent.keyDown(button, { key: by })
  expect(button.dataset['held']).toBe('true')
  await vi.advanceTimersByTimeAsync(1_000)
  await waitFor(() => expect(asked[0]?.body.accounts).toBe('all'))
})

it('says how far each account is, and when', async () => {
  let step: 'raised' | 'flat' = 'raised'
  door = async (_, method) => (method === 'POST' ? Response.json({}, { status: 202 }) : Response.json(progress(step)))
  await opened()
  press('a')
  press('Enter')
  await screen.findByText('Being closed after 0.2 s')
  step = 'flat'
  await screen.findByText('Flat after 1.3 s')
  expect(screen.getByText('Everything is closed')).toBeDefined()
})

it('says that paper closes when the database is back', async () => {
  door = async (_, method) =>
    method === 'POST' ? Response.json({}, { status: 202 }) : Response.json(progress('raised', false))
  await opened()
  press('a')
  press('Enter')
  await screen.findByText('Paper is kept in the database: it closes when that is back, at the first price after')
})

it('opens while the server answers nothing, says so, and closes once a door answers', async () => {
  const button = await opened()
  cleanup()
  door = () => Promise.reject(new TypeError('Failed to fetch'))
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Close everything' }))
  expect((await screen.findByRole('alert')).textContent).toBe(SILENT)
  expect(button.isConnected).toBe(false)
  press('a')
  press('Enter')
  await waitFor(() => expect(asked.length).toBeGreaterThan(1))
  expect((await screen.findByRole('alert')).textContent).toBe(SILENT)
  door = async (_, method) => (method === 'POST' ? Response.json({}, { status: 202 }) : Response.json(progress('flat')))
  await screen.findByText('Everything is closed')
  expect(new Set(asked.map(({ body }) => body.id)).size).toBe(1)
})

it('gets another pass when the doors refuse its own', async () => {
  let isStale = true
  door = async (_, method) =>
    isStale
      ? Response.json({}, { status: 401 })
      : method === 'POST'
        ? Response.json({}, { status: 202 })
        : Response.json(progress('flat'))
  await opened()
  press('a')
  press('Enter')
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  isStale = false
  await screen.findByText('Everything is closed')
})
