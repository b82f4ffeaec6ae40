// @vitest-environment jsdom
import type { BookUpdate } from '@tradeloom/contracts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveLayout } from '../../testing/give-layout.ts'
import { liveSocket } from '../../testing/live-socket.ts'
import { errorReply, mockApi, type MockReplies } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { instrumentOf, livePriceOf } from '../../entities/prices/markets.fixture.ts'
import { BANK, replyOf } from '../../entities/datasets/sources.fixture.ts'
import { accountOf, executionOf, orderOf, positionOf, USER } from '../../entities/accounts/trading.fixture.ts'
import { PANELS } from '../../entities/panels/panels.ts'

const COIN = instrumentOf({
  id: 'BTCUSDT:SIM',
  symbol: 'BTCUSDT',
  displaySymbol: 'BTC/USDT',
  dealt: 'BTC',
  quote: 'USDT',
  hasDepth: true,
})
const OPTIONS = { version: 1, values: { instrumentId: COIN.id } }
const TOTALS = {
  profits: [],
  totalProfit: 0,
  positiveProfit: 0,
  negativeProfit: 0,
  totalMovement: 0,
  positiveMovement: 0,
  negativeMovement: 0,
  closedPositionCount: 0,
}

/** Panels of one instrument, and what each subscribes to besides its price. */
const MARKET_PANELS: Readonly<Record<string, readonly string[]>> = {
  'price-chart': ['candles'],
  'price-tile': [],
  ticker: ['ticker', 'candles'],
  'order-book': ['book'],
  trades: ['trades'],
  'trade-ticket': [],
}

interface ListPanel {
  /** What it loads. */
  readonly call: keyof MockReplies
  readonly none: MockReplies
  readonly empty: string
  /** What visitors read; null where they see it. */
  readonly login: string | null
  /** Whether it says that the connection is lost: what it shows would have changed. */
  readonly isLive: boolean
  /** Without them it has nothing to load. */
  readonly options?: unknown
}

const FULL: MockReplies = {
  listAccounts: [accountOf()],
  listOpenPositions: [positionOf()],
  listClosedPositions: { positions: [positionOf({ status: 'CLOSED', closeTime: 1, closePrice: 1 })], meta: TOTALS },
  listOrders: [orderOf()],
  listExecutions: [executionOf()],
}

const own = (call: ListPanel['call'], none: MockReplies, empty: string): ListPanel => {
  return { call, none, empty, login: 'Please log in to view', isLive: true }
}

const LIST_PANELS: Readonly<Record<string, ListPanel>> = {
  instruments: { ...own('listInstruments', { listInstruments: [] }, 'No matches'), login: null },
  balances: { ...own('listAccounts', { listAccounts: [] }, 'No accounts'), login: 'Please log in to view balances' },
  'open-positions': own('listOpenPositions', { listOpenPositions: [] }, 'No open positions'),
  'closed-positions': own(
    'listClosedPositions',
    { listClosedPositions: { positions: [], meta: TOTALS } },
    'No closed positions',
  ),
  orders: own('listOrders', { listOrders: [] }, 'No orders'),
  executions: own('listExecutions', { listExecutions: [] }, 'No executions'),
  alerts: own('listAlerts', { listAlerts: [] }, 'No alerts'),
  connections: own('listAccounts', { listAccounts: [], listExchangeKeys: [] }, 'No connections'),
  'broker-log': own('listAccounts', { listAccounts: [] }, 'No logs available'),
  'active-sessions': own('listActiveSessions', { listActiveSessions: [] }, 'No active sessions'),
  'ended-sessions': own('listEndedSessions', { listEndedSessions: [] }, 'No ended sessions'),
  'top-arbitrage': { ...own('listInstruments', { listInstruments: [] }, 'No markets to compare'), login: null },
  'arbitrage-matrix': { ...own('listInstruments', { listInstruments: [] }, 'No markets to compare'), login: null },
  'arbitrage-history': { ...own('listInstruments', { listInstruments: [] }, 'No markets to compare'), login: null },
  'market-data': {
    ...own('listInstruments', { listInstruments: [] }, 'No market data yet'),
    login: null,
    isLive: false,
  },
  imports: {
    ...own('listImports', { listImports: [] }, 'No imports yet'),
    login: 'Log in to import your own data',
    isLive: false,
  },
  'data-sources': {
    ...own('listSourceDatabases', { listSourceDatabases: { datasetsCount: 0, data: [] } }, 'No databases'),
    login: null,
    isLive: false,
  },
  'data-source-chart': {
    ...own('getSourceDataset', { getSourceDataset: replyOf([]) }, 'No values'),
    isLive: false,
    options: { version: 1, values: { dataset: { provider: BANK.name, code: 'A', name: 'Series A' } } },
  },
}

let live: ReturnType<typeof liveSocket>
let api: ReturnType<typeof mockApi>
/** How far the clock of ages is ahead. It stands still otherwise: a busy machine takes seconds to draw what is 8 s old. */
let ahead = 0
beforeEach(() => {
  ahead = 0
  // Whole milliseconds: differences have no rounding errors.
  const begun = Math.round(performance.now())
  vi.spyOn(performance, 'now').mockImplementation(() => begun + ahead)
  giveLayout()
  api = mockApi({ ...FULL, listInstruments: [COIN, instrumentOf({})], listSourceProviders: [BANK] })
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const never = (): Promise<Response> => new Promise(() => {})
// At 400, a dataset would ask for a key.
const fail = (): Response => errorReply(409, { code: 'no-luck', message: 'The server failed' })
const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const price = (changes: Parameters<typeof livePriceOf>[0] = {}) =>
  live.say(`price.${COIN.id}`, { event: 'price', data: livePriceOf({ instrumentId: COIN.id, ...changes }) })
const book = (sequence: number) => {
  const data: BookUpdate = { instrumentId: COIN.id, sequence, kind: 'refresh', bids: [[1, 1]], asks: [[2, 1]] }
  return live.say(`book.${COIN.id}`, { event: 'book', data })
}

/** Topics of the panel that the server has of this page now. */
function leases(names: readonly string[]): string[] {
  const held = new Set<string>()
  for (const { type, topic = '' } of live.sent) {
    if (type === 'subscribe') held.add(topic)
    if (type === 'unsubscribe') held.delete(topic)
  }
  return [...held].filter((topic) => names.some((name) => topic === name || topic === `${name}.${COIN.id}`)).toSorted()
}

function hide(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** The page is hidden for 5 s, and comes back. Only these timers are held: frames need theirs. */
async function expectLeasesDropped(names: readonly string[]): Promise<void> {
  const before = leases(names)
  expect(before.length).toBeGreaterThan(0)
  const later = globalThis.setTimeout
  const held: (() => void)[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
    ms === 5_000 ? held.push(run) : later(run, ms)) as typeof setTimeout)
  await act(async () => hide(true))
  expect(leases(names)).toEqual(before)
  await act(async () => held.forEach((run) => run()))
  expect(leases(names)).toEqual([])
  await act(async () => hide(false))
  await waitFor(() => expect(leases(names)).toEqual(before))
}

it('has every panel in one of its tables', () => {
  const tested = [...Object.keys(MARKET_PANELS), ...Object.keys(LIST_PANELS)]
  expect(tested.toSorted()).toEqual(PANELS.map(({ name }) => name).toSorted())
})

describe.each(Object.entries(MARKET_PANELS))('the panel %s of an instrument', (view, topics) => {
  const show = () => showPanel(view, OPTIONS)

  it('shows that it loads, and why it could not, with another attempt', async () => {
    api.use({ listInstruments: never })
    show()
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeDefined()
    cleanup()
    api.use({ listInstruments: fail })
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('The server failed')
    expect(screen.queryByText('Instrument not available')).toBeNull()
    api.use({ listInstruments: [COIN] })
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('says that there is no such instrument', async () => {
    showPanel(view, { version: 1, values: { instrumentId: 'XXXYYY:SIM' } })
    await screen.findByText('Instrument not available')
  })

  it('is live, then old with its age, closed, refused, and disconnected since when', async () => {
    show()
    await price()
    if (view === 'order-book') await book(1)
    await waitFor(() => expect(status()).toContain('Live'))
    ahead += 8_000
    await price({ sequence: 2, state: 'stale' })
    await waitFor(() => expect(status()).toContain('8 s old'))
    expect(document.querySelector('[data-status=stale], [data-old]')).not.toBeNull()
    await price({ sequence: 3, isOpen: false, state: 'closed' })
    await waitFor(() => expect(status()).toContain('Closed'))
    if (['price-tile', 'order-book'].includes(view)) expect(screen.getByText('CLOSED')).toBeDefined()
    await price({ sequence: 4, state: 'refused' })
    await waitFor(() => expect(status()).toContain('Refused by the venue'))
    expect(screen.getByText('Refused by the venue').className).not.toContain('visually-hidden')
    await price({ sequence: 5 })
    live.close()
    expect(status().join()).toMatch(/Disconnected, last update \d\d:\d\d:\d\d UTC/)
  })

  it('drops its leases once the page has been hidden for 5 s', async () => {
    show()
    await price()
    const names = ['price', ...topics]
    await waitFor(() => expect(leases(names)).toHaveLength(names.length))
    await expectLeasesDropped(names)
  })
})

describe.each(Object.entries(LIST_PANELS))('the panel %s', (view, { call, none, empty, login, isLive, options }) => {
  const user = login === null ? null : USER

  it('shows that it loads, and why it could not, with another attempt', async () => {
    api.use({ [call]: never })
    showPanel(view, options, user)
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeDefined()
    cleanup()
    api.use({ ...none, [call]: fail })
    showPanel(view, options, user)
    expect((await screen.findByRole('alert')).textContent).toContain('The server failed')
    api.use(none)
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText(empty)
  })

  it('says that there is nothing', async () => {
    api.use(none)
    showPanel(view, options, user)
    await screen.findByText(empty)
  })

  it.runIf(login !== null)('asks visitors to log in', async () => {
    showPanel(view, options)
    await screen.findByText(login ?? '')
    expect(screen.getByRole('button', { name: 'Log in to continue' })).toBeDefined()
    expect(api.requestsOf(call)).toEqual([])
  })

  it.runIf(isLive)('says since when it is not connected', async () => {
    showPanel(view, options, user)
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull())
    expect(screen.queryByText(/^Disconnected/)).toBeNull()
    live.close()
    await screen.findByText(/^Disconnected, last update \d\d:\d\d:\d\d UTC$/)
  })
})

it.each(['balances', 'open-positions', 'closed-positions', 'orders', 'executions', 'connections'])(
  'the panel %s drops its leases once the page has been hidden for 5 s',
  async (view) => {
    showPanel(view, undefined, USER)
    const names = ['positions', 'orders', 'executions', 'balances', 'brokers']
    await waitFor(() => expect(leases(names)).toHaveLength(names.length))
    await expectLeasesDropped(names)
  },
)
