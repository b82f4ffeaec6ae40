import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi, type MockReplies, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { accountOf, positionOf } from '../../entities/accounts/trading.fixture.ts'
import '../../features/sessions/session-charts.tsx'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const SESSION = sampleReply('getSession', {
  id: ID,
  algorithmId: ID,
  algorithmName: 'Breakout',
  instrumentId: 'EURUSD:SIM',
  status: 'Stopped',
  started: '2026-03-02T10:00:00.000Z',
  stopped: '2026-03-02T13:05:00.000Z',
  brokerAccountId: accountOf().id,
  initialBalance: 10_000,
  openPositionCount: 1,
  closedPositionCount: 2,
  realisedProfit: 150,
  // Told a moment ago: the rows of its open positions are newer.
  unrealisedProfit: -19,
  totalProfit: 131,
  percentageBalance: 1.31,
})

afterEach(() => vi.unstubAllGlobals())

function open(replies: MockReplies = {}) {
  const api = mockApi({
    bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser') }),
    getSession: SESSION,
    listAccounts: [accountOf()],
    listSessionPositions: [positionOf({ pips: -4.5, profit: -20.5 })],
    listSessionClosedPositions: {
      positions: [],
      meta: {
        profits: [{ currency: 'USD', profit: 150 }],
        totalProfit: 150,
        positiveProfit: 200,
        negativeProfit: -50,
        totalMovement: 12,
        positiveMovement: 20,
        negativeMovement: -8,
        closedPositionCount: 2,
      },
    },
    ...replies,
  })
  renderPage(`/sessions/${ID}`)
  return api
}

it('a session shows the eight figures of the specification', async () => {
  open()
  await screen.findByRole('figure', { name: /^Total Pips: \+7\.5/ })
  const figures = screen.getAllByRole('figure').map((figure) => figure.getAttribute('aria-label'))
  expect(figures).toEqual([
    'Active Duration: 3 h 05 min (ended)',
    'Position Count: 3 (1 open, 2 closed)',
    'Realized Profit: +150.00 (gains +200.00, losses −50.00)',
    'Unrealized Profit: −20.50 (unrealized −20.50)',
    'Total Profit: +129.50 (realized +150.00, unrealized −20.50)',
    'Realized Pips: +12.0 (gains +20.0, losses −8.0)',
    'Unrealized Pips: −4.5 (unrealized −4.5)',
    'Total Pips: +7.5 (realized +12.0, unrealized −4.5)',
  ])
  expect(screen.getByText(/^\+1\.30% of the starting balance$/)).toBeDefined()
})

it('a session shows profit and open positions first, one log, and a way back', async () => {
  open()
  await screen.findByRole('heading', { name: /^Daily Logs/ })
  const wanted = [
    'Trading session',
    'Cumulative Profit',
    'Positions (Open)',
    'Price and positions',
    'Dashboard',
    'Analysis',
    'Positions (Closed)',
    'Daily Logs',
  ]
  const isWanted = (title: string | null): boolean => wanted.includes(title ?? '')
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  // Charts are drawn over a socket, which there is not here.
  expect(titles.filter(isWanted)).toEqual(
    wanted.filter((title) => !['Cumulative Profit', 'Price and positions'].includes(title)),
  )
  expect(titles).not.toContain('Log')
  expect(screen.getByRole('link', { name: 'Back to trading sessions' }).getAttribute('href')).toBe('/sessions')
})

it('a running session says when its next bar comes, or when its closed market opens', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 12, 14, 18) })
  onTestFinished(() => void vi.useRealTimers())
  const [market] = sampleReply('listInstruments')
  const active = { ...SESSION, status: 'Active', stopped: null, interval: 'M15' } as const
  const listInstruments = [{ ...market!, id: 'EURUSD:SIM', status: 'active', calendar: 'forex' } as const]
  open({ getSession: active, listInstruments })
  expect((await screen.findByRole('timer')).textContent).toBe('00:42')
  cleanup()
  vi.setSystemTime(Date.UTC(2026, 10, 28, 17))
  open({ getSession: active, listInstruments })
  expect(await screen.findByText(/Opens Sun 22:00, in 1 d 5 h/)).toBeDefined()
  expect(screen.queryByRole('timer')).toBeNull()
})

it('a session says what its account does not let it do, and why', async () => {
  open({ listAccounts: [accountOf({ level: 'REDUCE', levelReason: 'The loss of the day is 500.' })] })
  expect(await screen.findByText('PAPER P-1: only closes. The loss of the day is 500.')).toBeDefined()
})

it('a session says that its account is not connected, and why', async () => {
  open({ listAccounts: [accountOf({ broker: 'BINANCE', connected: false, connectionError: 'key refused' })] })
  expect(await screen.findByText('Could not connect to BINANCE - key refused')).toBeDefined()
})

it('the analysis of a session is fetched when it is opened, with equity where there is a curve', async () => {
  const period = { time: [], profit: [], pips: [] }
  const api = open({
    getSessionAnalysis: {
      balance: { time: [1], balance: [10_150], cumulativeProfit: [150], cumulativePips: [12] },
      daily: period,
      weekly: period,
      monthly: period,
      equity: { time: [1], equity: [10_150] },
      dailyReturn: { time: [], return: [] },
      monthlyReturn: { time: [], return: [], whole: [] },
      byHour: [],
      byWeekday: [],
      byDuration: [],
      byInstrument: [],
      byDirection: [],
      byTag: null,
    },
  })
  const show = await screen.findByRole('button', { name: 'Show Analysis' })
  expect(api.requestsOf('getSessionAnalysis')).toEqual([])
  await userEvent.click(show)
  await userEvent.click(await screen.findByRole('combobox', { name: 'Analysis screen' }))
  const list = await screen.findByRole('listbox')
  const screens = within(list)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(screens).toEqual(expect.arrayContaining(['Balance and Cumulative Profit', 'Daily Return', 'Equity']))
  expect(screens).not.toContain('Instruments: Profit')
})

it('a session closes its open positions and deletes closed ones, and shows the trailing stops of open ones', async () => {
  const closed = positionOf({ id: 'done', brokerId: 'done', status: 'CLOSED', closePrice: 1.1, profit: -3 })
  const api = open({
    listSessionPositions: [positionOf({ trailingStop: 0.0025 })],
    listSessionClosedPositions: {
      ...sampleReply('listSessionClosedPositions'),
      positions: [closed],
    },
    deletePosition: sampleReply('deletePosition'),
  })
  expect(await screen.findByRole('columnheader', { name: 'Trailing Stop' })).toBeDefined()
  expect(await screen.findByText('0.00250')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /^Close Position of / }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Delete of / }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await vi.waitFor(() => expect(api.requestsOf('deletePosition')).toMatchObject([{ params: { id: 'done' } }]))
})

it('a session offers a backtest of its days with its settings', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Compare with backtest' }))
  const dialog = await screen.findByRole('dialog', { name: 'New Backtest' })
  const start = await within(dialog).findByLabelText<HTMLInputElement>('Start (UTC)')
  expect(start.value).toBe('03/02/2026')
})

it('a session that goes on with its own engine after an upgrade says how to move to the installed one', async () => {
  open({ getSession: { ...SESSION, status: 'Active', stopped: null, ownEngine: '2.7.2' } })
  expect(await screen.findByText(/continues on engine 2\.7\.2, on which it started/)).toBeTruthy()
})

it('a session that is stopped leaves its positions open unless they are to be closed, too', async () => {
  const live = liveSocket()
  const [first, second] = [positionOf(), positionOf({ id: '06a1fcbd-ca32-7065-a0e0-bc608310879a' })]
  const active = { ...SESSION, status: 'Active', stopped: null } as const
  open({ getSession: active, updateSession: SESSION, listSessionPositions: [first, second] })
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  const dialog = await screen.findByRole('dialog', { name: 'Stop trading session' })
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Close its positions at the market' }))
  expect(live.sent.filter(({ name }) => name === 'close-position')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop trading session' }))
  const closed = () =>
    live.sent.flatMap(({ name, payload }) =>
      name === 'close-position' ? [(payload as { positionId: string }).positionId] : [],
    )
  await waitFor(() => expect(closed()).toEqual([first.id, second.id]))
  live.close()
})
