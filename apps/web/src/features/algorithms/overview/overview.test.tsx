import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mockApi, type MockReplies, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const OTHER = '01a1fcbd-ca32-7065-a0e0-bc608310879b'
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

  it('has no sessions of an algorithm of somebody else', async () => {
    const api = open({
      getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: true }),
      listAlgorithmBacktests: runs({ id: ID }),
    })
    expect(await screen.findByRole('figure', { name: 'Active Sessions: 0' })).toBeDefined()
    expect(screen.getByText('No trading sessions')).toBeDefined()
    expect(api.requestsOf('listAlgorithmSessions')).toEqual([])
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
