import type { Optimization } from '@tradeloom/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MockReplies, mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { SAMPLE_SETTINGS, sampleColumns } from '../rows/sample-rows.fixture.ts'
import { forgetOptimizationRows } from '../rows/use-optimization-rows.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

const optimization = sampleReply('getOptimization', {
  externalsSettings: SAMPLE_SETTINGS,
  status: 'Completed',
  statusDetail: '',
  readOnly: false,
  walkForward: null,
  genetic: null,
  done: 50,
  total: 50,
  algorithmName: 'Cross',
  displayVersionNo: 'v2',
  symbol: 'EURUSD',
  objectives: [
    { metric: 'profit', better: 'higher' },
    { metric: 'maxDrawdown', better: 'lower' },
  ],
}) as Optimization

const REPLIES: MockReplies = {
  bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser') }),
  getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: false }),
  getOptimization: optimization,
  getOptimizationResults: sampleColumns(0, 50),
  getOptimizationSparklines: ({ query }) =>
    (query['indexes'] ?? '').split(',').map((index) => ({ index: Number(index), values: [1, 1.1] })),
}

const PAGE = `/algorithms/${ID}/optimize/${ID}`

beforeEach(() => {
  forgetOptimizationRows()
  // jsdom has no layout: without a height, no row of a table is in view.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(560)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function table(): Promise<HTMLElement> {
  return screen.findByRole('table', { name: 'Backtests' })
}

function firstRow(found: HTMLElement): string[] {
  const [, row] = within(found).getAllByRole('row')
  return within(row as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}

describe('the page of an optimization', () => {
  it('lists its backtests, the best first, with a column for each external', async () => {
    mockApi(REPLIES)
    renderPage(PAGE)
    const found = await table()
    const headers = within(found)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(headers).toEqual([
      'Selection',
      'Index',
      'fast',
      'slow',
      'stop',
      'Position Count',
      'Profit ↓',
      'Profit (%)',
      'Max Drawdown',
      'Return / drawdown',
      'Pareto',
      'Equity Curve',
      'Lifecycle',
      'Status',
    ])
    // The hill of the sample is at fast 25, slow 50.
    expect(firstRow(found).slice(1, 5)).toEqual(['24', '25', '50', '0.5'])
    expect(firstRow(found)[10]).toBe('On front')
    await userEvent.click(within(found).getByRole('button', { name: /^Index/ }))
    expect(firstRow(found)[1]).toBe('49')
  })

  it('fetches the curves of the rows in view only', async () => {
    const api = mockApi(REPLIES)
    renderPage(PAGE)
    await table()
    await waitFor(() => expect(api.requestsOf('getOptimizationSparklines').length).toBeGreaterThan(0))
    const asked = api
      .requestsOf('getOptimizationSparklines')
      .flatMap(({ query }) => (query['indexes'] ?? '').split(','))
    expect(asked.length).toBeLessThan(50)
    expect(new Set(asked).size).toBe(asked.length)
  })

  it('runs the full backtest of a row and opens it', async () => {
    const api = mockApi(REPLIES)
    renderPage(PAGE)
    const found = await table()
    await userEvent.click(within(found).getByRole('checkbox', { name: 'Select backtest 24' }))
    await userEvent.click(screen.getByRole('button', { name: 'Open full backtest' }))
    await waitFor(() => expect(api.requestsOf('runOptimizationBacktest')).toHaveLength(1))
    expect(api.requestsOf('runOptimizationBacktest')[0]?.body).toEqual({ index: 24 })
  })

  it('makes the values of a row the defaults of a new version', async () => {
    const script = `const externals = [{ name: 'fast', defaultValue: 5 }, 'slow', 'stop']\nfunction onTick() {}\n`
    const version = sampleReply('getVersion', { script })
    const api = mockApi({ ...REPLIES, getVersion: version })
    renderPage(PAGE)
    const found = await table()
    await userEvent.click(within(found).getByRole('checkbox', { name: 'Select backtest 24' }))
    await userEvent.click(screen.getByRole('button', { name: 'Use these values' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Save version' }))
    await waitFor(() => expect(api.requestsOf('saveVersion')).toHaveLength(1))
    expect(api.requestsOf('saveVersion')[0]?.body).toMatchObject({
      script: `const externals = [{ name: 'fast', defaultValue: 25 }, { name: 'slow', defaultValue: 50 }, { name: 'stop', defaultValue: 0.5 }]\nfunction onTick() {}\n`,
    })
  })

  it('shows Complete if and Complete once of a genetic one, with how far they are', async () => {
    const genetic = {
      generations: 25,
      populationSize: 20,
      survivorCount: 10,
      mutationRate: 0.1,
      noImprovementCount: 3,
      maxBacktestsCount: 1000,
    }
    mockApi({ ...REPLIES, getOptimization: { ...optimization, genetic, strategy: 'genetic', bestIndex: 24 } })
    renderPage(PAGE)
    expect(await screen.findByText('Complete if')).toBeDefined()
    expect(screen.getByText('3 generations in a row bring no improvement.')).toBeDefined()
    expect(screen.getByText('The best backtest is No. 24; 25 backtests since then were not better.')).toBeDefined()
    expect(screen.getByText('50 of 1,000')).toBeDefined()
  })

  it('opens its log on demand', async () => {
    const lines = [{ time: Date.UTC(2024, 0, 2), level: 'info' as const, message: 'Round 1: 20 backtests' }]
    const api = mockApi({ ...REPLIES, getOptimizationLog: { lines, dropped: 0 } })
    renderPage(PAGE)
    await table()
    expect(api.requestsOf('getOptimizationLog')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Show Log' }))
    await waitFor(() => expect(api.requestsOf('getOptimizationLog')).toHaveLength(1))
    expect(await screen.findByRole('group', { name: 'Log lines' })).toBeDefined()
  })
})
