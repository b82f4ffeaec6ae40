import { MantineProvider } from '@mantine/core'
import type { Optimization, OptimizationWalkForward } from '@tradeloom/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
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

const result: OptimizationWalkForward = {
  windows: [windowOf(0, 40), windowOf(1, -15), windowOf(2, null)],
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
    show({ ...result, windows: [] })
    expect(await screen.findByText('No windows yet')).toBeTruthy()
  })
})
