import { MantineProvider } from '@mantine/core'
import type { Optimization, OptimizationWalkForward } from '@tradeloom/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { SAMPLE_SETTINGS } from '../rows/sample-rows.fixture.ts'
import { WalkForwardView } from './walk-forward-view.tsx'

const day = (number: number): number => Date.UTC(2026, 0, 1 + number)

const optimization = sampleReply('getOptimization', {
  externalsSettings: SAMPLE_SETTINGS,
  readOnly: false,
  status: 'Completed',
  walkForward: { trainDays: 60, testDays: 20, embargoDays: 1, anchored: false, choose: 'best' },
}) as Optimization

function windowOf(number: number, testProfit: number | null): OptimizationWalkForward['windows'][number] {
  const from = number * 20
  return {
    number,
    trainDays: 60,
    testDays: 20,
    trainStart: day(from),
    trainEnd: day(from + 60),
    testStart: day(from + 61),
    testEnd: day(from + 81),
    state: testProfit === null ? 'errored' : 'done',
    optimisationId: null,
    externals: { fast: 15 + number * 10, slow: 30, stop: 0.5 },
    trainProfit: 120,
    testProfit,
    testProfitPercentage: testProfit === null ? null : testProfit / 100,
    testMaxDrawdownPercentage: testProfit === null ? null : 2.5,
    testPositionCount: testProfit === null ? null : 12,
    error: testProfit === null ? 'Ran out of margin' : null,
  }
}

function cellOf(trainDays: number, testDays: number, profit: number | null, efficiency: number | null) {
  const tested = profit === null ? 0 : 2
  const profitPercentage = profit === null ? null : profit / 100
  return { trainDays, testDays, windows: 3, tested, gained: Math.min(1, tested), profit, profitPercentage, efficiency }
}

const result: OptimizationWalkForward = {
  windows: [windowOf(0, 40), windowOf(1, -15), windowOf(2, null)],
  cells: [cellOf(60, 20, 25, 0.31)],
  equity: { times: [], values: [] },
  profit: 25,
  profitPercentage: 0.25,
  efficiency: 0.31,
  drift: [{ external: 'fast', drift: 0.25 }],
}

function view(changes: Partial<Optimization> = {}) {
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <WalkForwardView optimization={{ ...optimization, ...changes }} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

function show(reply: OptimizationWalkForward = result) {
  mockApi({ getOptimizationWalkForward: reply })
  render(view())
}

// Only rows in view exist, and jsdom has no layout.
beforeEach(() => {
  queryClient.clear()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(560)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the windows of a walk-forward optimization', () => {
  it('are on a time line, each training before its test', async () => {
    show()
    expect(
      await screen.findByRole('img', {
        name: 'Window 2: training 2026-01-21 to 2026-03-21, test 2026-03-23 to 2026-04-11, profit −15.00',
      }),
    ).toBeTruthy()
    expect(screen.getAllByRole('img', { name: /^Window \d/ })).toHaveLength(3)
  })

  it('are in a table with what each chose and earned, or why it failed', async () => {
    show()
    const table = within(await screen.findByRole('table', { name: 'Windows' }))
    await table.findByText('+40.00')
    const rows = table.getAllByRole('row').slice(1)
    expect(rows[0]?.textContent).toContain('+40.00')
    expect(rows[2]?.textContent).toContain('Ran out of margin')
    expect(
      within(rows[1] as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toContain('25')
  })

  it('sum up to a profit out of sample, and how much of the training was kept', async () => {
    show()
    expect(await screen.findByText('+25.00')).toBeTruthy()
    expect(screen.getByText('31.0%')).toBeTruthy()
    expect(screen.getByText('1 of 2')).toBeTruthy()
  })

  it('show how the chosen externals drift', async () => {
    show()
    expect(await screen.findByRole('img', { name: 'fast by window: 15, 25, 35' })).toBeTruthy()
  })

  it('are read once more when the optimization ends', async () => {
    const api = mockApi({ getOptimizationWalkForward: { ...result, profit: null } })
    const { rerender } = render(view({ status: 'In Progress' }))
    await screen.findByRole('table', { name: 'Windows' })
    api.use({ getOptimizationWalkForward: result })
    rerender(view({ status: 'Completed' }))
    expect(screen.getByRole('table', { name: 'Windows' })).toBeTruthy()
    expect(await screen.findByText('+25.00')).toBeTruthy()
  })

  it('say that there are none yet', async () => {
    show({ ...result, windows: [], cells: [] })
    expect(await screen.findByText('No windows yet')).toBeTruthy()
  })
})

describe('the matrix of window lengths', () => {
  const cells = [
    cellOf(60, 20, 25, 0.31),
    cellOf(60, 40, -50, null),
    cellOf(90, 20, null, null),
    cellOf(90, 40, 10, 0.1),
  ]
  const other = { ...windowOf(3, 7), trainDays: 90, testDays: 40 }
  const matrix = () => screen.findByRole('table', { name: 'Matrix of window lengths' })

  it('shows profit and efficiency of each pair as text in its cell', async () => {
    show({ ...result, cells })
    const texts = within(await matrix())
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(texts).toEqual([
      '+0.25%1 of 2 tests gained',
      '−0.50%1 of 2 tests gained',
      '–0 of 3 tests',
      '+0.10%1 of 2 tests gained',
    ])
    await userEvent.click(screen.getByRole('radio', { name: 'Efficiency' }))
    expect(within(await matrix()).getAllByRole('button')[0]?.textContent).toContain('31%')
  })

  it('says how many pairs gained, and that the best one is a selection', async () => {
    show({ ...result, cells })
    expect(await screen.findByText('2 of 3 pairs gained.')).toBeTruthy()
    expect(screen.getByText(/Choosing the best pair now would be one more selection/)).toBeTruthy()
  })

  it('leads to the windows of a pair, while the figures above stay those of the first', async () => {
    show({ ...result, windows: [...result.windows, other], cells })
    await userEvent.click(within(await matrix()).getAllByRole('button')[3] as HTMLElement)
    const table = within(screen.getByRole('table', { name: 'Windows' }))
    expect(await table.findByText('+7.00')).toBeTruthy()
    expect(table.queryByText('+40.00')).toBe(null)
    expect(screen.getByText('1 of 2')).toBeTruthy()
  })

  it('is left out of a walk-forward with one pair of lengths', async () => {
    show()
    await screen.findByRole('table', { name: 'Windows' })
    expect(screen.queryByRole('table', { name: 'Matrix of window lengths' })).toBe(null)
  })
})
