import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mockApi, type MockReplies, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { positionOf } from '../../../entities/accounts/trading.fixture.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const OTHER = '01a1fcbd-ca32-7065-a0e0-bc608310879b'
const PERIOD = { time: [], profit: [], pips: [] }
const ANALYSIS = {
  balance: { time: [1], balance: [48], cumulativeProfit: [48], cumulativePips: [12] },
  daily: PERIOD,
  weekly: PERIOD,
  monthly: PERIOD,
  equity: null,
  dailyReturn: null,
  monthlyReturn: null,
  byHour: [],
  byWeekday: [],
  byDuration: [],
  byInstrument: [],
  byDirection: [],
  byTag: null,
}
const STATISTICS = {
  positionCount: 7,
  closedPositions: 6,
  winningPositions: 3,
  losingPositions: 2,
  openPositions: 0,
  realizedProfit: -150.5,
  unrealizedProfit: 0,
  profit: -150.5,
  realizedPips: 12.25,
}

afterEach(() => vi.unstubAllGlobals())

function open(replies: MockReplies) {
  const user = sampleReply('currentUser')
  const api = mockApi({
    bootstrap: sampleReply('bootstrap', { user }),
    getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: false }),
    getBacktestAnalysis: () => Response.json(null),
    listAlgorithmSessions: [],
    ...replies,
  })
  renderPage(`/algorithms/${ID}/overview`)
  return api
}

const runs = (...changes: object[]) => {
  const [run] = sampleReply('listAlgorithmBacktests')
  return changes.map((change) => ({ ...run!, algorithmId: ID, status: 'Completed' as const, ...change }))
}

const sessions = (...all: ['Active' | 'Stopped' | 'Failed', number][]) => {
  const [session] = sampleReply('listAlgorithmSessions')
  return all.map(([status, openPositionCount], at) => ({
    ...session!,
    id: `${OTHER.slice(0, -2)}${at + 10}`,
    status,
    openPositionCount,
  }))
}

describe('the overview', () => {
  it('shows the nine figures of one completed run', async () => {
    open({
      listAlgorithmBacktests: runs({ id: OTHER, status: 'Errored' }, { id: ID }),
      getBacktest: ({ params }) => sampleReply('getBacktest', { id: params['id'], statistics: STATISTICS }),
      // One has stopped while its position is open.
      listAlgorithmSessions: sessions(['Active', 0], ['Stopped', 1], ['Failed', 0]),
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'Backtests' }))
    const figure = async (name: RegExp) => (await screen.findByRole('figure', { name })).getAttribute('aria-label')
    expect(await figure(/^Position Count/)).toBe('Position Count: 7 (3 won, 2 lost, 1 break-even)')
    expect(await figure(/^Active Sessions/)).toBe('Active Sessions: 2 (2 active)')
    expect(await figure(/^Ended Sessions/)).toBe('Ended Sessions: 1 (1 ended)')
    expect(await figure(/^Realized Profit/)).toMatch(/^Realized Profit: [−-]150\.50 /)
    expect(await figure(/^Unrealized Profit/)).toMatch(/^Unrealized Profit: 0\.00/)
    expect(await figure(/^Total Profit/)).toMatch(/^Total Profit: [−-]150\.50 /)
    expect(await figure(/^Realized Pips/)).toMatch(/^Realized Pips: \+12\.[23] /)
    expect(await figure(/^Unrealized Pips/)).toMatch(/^Unrealized Pips: 0\.0/)
    expect(await figure(/^Total Pips/)).toMatch(/^Total Pips: \+12\.[23] /)
    expect(screen.getByText('All Trading Sessions')).toBeDefined()
    expect(screen.queryByText('No trading sessions')).toBeNull()
  })

  it('shows the nine figures of all sessions, their analysis and their positions', async () => {
    const api = open({
      listAlgorithmSessions: sessions(['Active', 0], ['Stopped', 0]),
      getAlgorithmTotals: {
        activeSessions: 1,
        endedSessions: 2,
        currency: 'USD',
        openPositionCount: 1,
        closedPositionCount: 3,
        realizedProfit: 48,
        unrealizedProfit: -20.5,
        realizedPips: 12,
        unrealizedPips: -4.5,
      },
      getAlgorithmAnalysis: ANALYSIS,
      listAlgorithmPositions: [positionOf({ instrumentId: 'EURUSD:SIM', profit: 48 })],
    })
    const figures = (await screen.findAllByRole('figure')).map((figure) => figure.getAttribute('aria-label'))
    expect(figures).toEqual([
      'Active Sessions: 1 (1 active)',
      'Ended Sessions: 2 (2 ended)',
      'Position Count: 4 (1 open, 3 closed)',
      'Realized Profit: +48.00 (realized +48.00)',
      'Unrealized Profit: −20.50 (unrealized −20.50)',
      'Total Profit: +27.50 (realized +48.00, unrealized −20.50)',
      'Realized Pips: +12.0 (realized +12.0)',
      'Unrealized Pips: −4.5 (unrealized −4.5)',
      'Total Pips: +7.5 (realized +12.0, unrealized −4.5)',
    ])
    expect(screen.getByText('Money in USD')).toBeDefined()
    expect(screen.getByText('All Trading Sessions')).toBeDefined()
    const positions = await screen.findByRole('group', { name: 'All positions' })
    const isBefore = screen.getByText('All Trading Sessions').compareDocumentPosition(positions)
    expect(isBefore & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    // It is computed once somebody looks.
    expect(api.requestsOf('getAlgorithmAnalysis')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Show Analysis' }))
    await userEvent.click(await screen.findByRole('combobox', { name: 'Analysis screen' }))
    const screens = await screen.findAllByRole('option')
    expect(screens.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Cumulative Profit', 'Instruments: Profit', 'Instruments: Pips', 'Instruments: Count']),
    )
    expect(screens.map(({ textContent }) => textContent)).not.toContain('Equity')
  })

  it('has no trade tab, sessions and positions of an algorithm of somebody else', async () => {
    const api = open({
      getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: true }),
      listAlgorithmBacktests: runs({ id: ID }),
    })
    expect(await screen.findByRole('figure', { name: 'Active Sessions: 0' })).toBeDefined()
    expect(screen.queryByText('All Trading Sessions')).toBeNull()
    expect(screen.queryByText('All Positions')).toBeNull()
    expect(screen.getByRole('link', { name: 'Overview' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Trade' })).toBeNull()
    expect(api.requestsOf('listAlgorithmSessions')).toEqual([])
    expect(api.requestsOf('getAlgorithmTotals')).toEqual([])
  })

  it('starts with a run of the latest version, although a newer run is of another one', async () => {
    const latest = sampleReply('getAlgorithm').latestVersion
    const api = open({
      getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: false, latestVersion: { ...latest!, id: ID } }),
      listAlgorithmBacktests: runs({ id: OTHER, algorithmVersionId: OTHER }, { id: ID, algorithmVersionId: ID }),
    })
    await screen.findByText('Dashboard')
    await vi.waitFor(() => expect(api.requestsOf('getBacktest').map(({ params }) => params['id'])).toEqual([ID]))
  })

  it('starts with a run on real prices, and says that its figures and positions are of one backtest', async () => {
    const api = open({
      listAlgorithmBacktests: runs({ id: OTHER, simulated: true }, { id: ID, simulated: false }),
      getBacktestPositionPage: sampleReply('getBacktestPositionPage', { total: 0 }),
    })
    expect(await screen.findByText('Of one backtest, money in', { exact: false })).toBeDefined()
    await vi.waitFor(() => expect(api.requestsOf('getBacktest').map(({ params }) => params['id'])).toEqual([ID]))
    expect(await screen.findByText('Of one backtest')).toBeDefined()
  })

  it('finds a completed run behind a page of runs that failed', async () => {
    const failed = Array.from({ length: 20 }, (_, at) => ({ id: `${OTHER.slice(0, -2)}${at + 10}`, status: 'Errored' }))
    const api = open({
      listAlgorithmBacktests: ({ query }) => ('before' in query ? runs({ id: ID }) : runs(...failed)),
    })
    expect(await screen.findByText('Dashboard')).toBeDefined()
    expect(screen.queryByText('No completed backtests')).toBeNull()
    expect(api.requestsOf('listAlgorithmBacktests')).toHaveLength(2)
  })

  it('says that there is no completed run, and offers one', async () => {
    open({ listAlgorithmBacktests: runs({ status: 'Errored' }) })
    expect(await screen.findByText('No completed backtests')).toBeDefined()
    expect(screen.getByRole('button', { name: 'New Backtest' })).toBeDefined()
  })

  it('says what could not be loaded', async () => {
    open({
      listAlgorithmBacktests: runs({ id: ID }),
      getBacktest: () => new Response('', { status: 404 }),
      getBacktestAnalysis: () => new Response('', { status: 404 }),
      getBacktestPositionPage: () => new Response('', { status: 404 }),
    })
    expect(await screen.findByText('Error retrieving backtest data')).toBeDefined()
    expect(await screen.findByText('Error retrieving data!')).toBeDefined()
    expect(await screen.findByText('Unable to fetch positions')).toBeDefined()
  })
})
