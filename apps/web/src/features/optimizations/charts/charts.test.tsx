import { MantineProvider } from '@mantine/core'
import type { Optimization } from '@tradeloom/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { createRowSelection } from '../rows/row-selection.ts'
import { SAMPLE_SETTINGS, sampleRows } from '../rows/sample-rows.fixture.ts'
import { OptimizationCharts } from './optimization-charts.tsx'

const optimization = sampleReply('getOptimization', {
  externalsSettings: SAMPLE_SETTINGS,
  status: 'Completed',
  walkForward: null,
  done: 50,
  start: '2025-01-01T00:00:00.000Z',
  end: '2025-12-17T00:00:00.000Z',
  daysPerYear: 260,
  objectives: [
    { metric: 'profit', better: 'higher' },
    { metric: 'maxDrawdown', better: 'lower' },
  ],
}) as Optimization

const READY = { isLoading: false, error: null, retry: () => {} }

function show(changes: Partial<Parameters<typeof OptimizationCharts>[0]['results']> = {}) {
  const selection = createRowSelection()
  const onOpenRow = vi.fn()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <OptimizationCharts
          optimization={optimization}
          results={{ ...READY, rows: sampleRows(50), ...changes }}
          selection={selection}
          onOpenRow={onOpenRow}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { selection, onOpenRow }
}

beforeEach(() => {
  queryClient.clear()
  mockApi()
})
afterEach(() => vi.unstubAllGlobals())

describe('charts of an optimization', () => {
  it('say why there is nothing to draw', () => {
    show({ rows: sampleRows(0) })
    expect(screen.getByText('No backtests yet')).toBeDefined()
  })

  it('offer another try when results cannot be read', async () => {
    const retry = vi.fn()
    show({ rows: sampleRows(0), error: new Error('Unable to connect to server'), retry })
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(retry).toHaveBeenCalledOnce()
  })

  it('say when the lines of luck are of fewer backtests than the bars', async () => {
    const luck = { luckiestSharpe: 0.1, best: null }
    mockApi({ getOptimizationLuck: sampleReply('getOptimizationLuck', { ...luck, state: 'ready' }) })
    show()
    expect(await screen.findByText('Distinct backtests, per year, above a risk-free rate of 2% a year')).toBeDefined()
    mockApi({ getOptimizationLuck: sampleReply('getOptimizationLuck', { ...luck, state: 'pending' }) })
    await queryClient.invalidateQueries({ queryKey: ['optimization-luck'] })
    const behind =
      'Distinct backtests, per year, above a risk-free rate of 2% a year; lines of fewer backtests, being computed'
    expect(await screen.findByText(behind)).toBeDefined()
  })

  it('walk from backtest to backtest by keyboard, read out each, and open it', async () => {
    const { onOpenRow, selection } = show()
    screen.getByRole('group', { name: /^Profit and maximum drawdown of 50 backtests/ }).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(selection.getState().highlighted).toBe(1)
    expect(screen.getAllByText('No. 1').length).toBeGreaterThan(0)
    expect(screen.getAllByText('slow 20').length).toBeGreaterThan(0)
    await userEvent.keyboard('{Enter}')
    expect(onOpenRow).toHaveBeenCalledExactlyOnceWith(1)
  })

  it('brush the backtests of a heat map cell, and show all of them again', async () => {
    const { selection } = show()
    const heatMap = await screen.findByRole('group', { name: /over fast and slow\. Arrow keys/ })
    heatMap.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}')
    expect(screen.getByText('fast 25, slow 20')).toBeDefined()
    await userEvent.keyboard('{Enter}')
    expect(selection.getState().conditions).toEqual([
      { column: 'external:0', from: 25, to: 25 },
      { column: 'external:1', from: 20, to: 20 },
    ])
    const bar = within(screen.getByRole('group', { name: 'Brushed backtests' }))
    expect(bar.getByRole('status').textContent).toBe('1 of 50 backtests')
    await userEvent.click(bar.getByRole('button', { name: 'Remove slow 20' }))
    expect(bar.getByRole('status').textContent).toBe('10 of 50 backtests')
    await userEvent.click(bar.getByRole('button', { name: 'Show all' }))
    expect(selection.getState().conditions).toEqual([])
  })

  it('brush a range of an external without a pointer', async () => {
    const { selection } = show()
    await userEvent.click(screen.getByRole('button', { name: 'Ranges' }))
    const lowest = await screen.findByRole('slider', { name: 'Lowest fast' })
    lowest.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(selection.getState().conditions).toEqual([{ column: 'external:0', from: 15, to: 45 }])
  })

  it('collapse Externals/Profit until it is opened', async () => {
    show()
    expect(screen.queryByRole('group', { name: /by the value of fast/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show Externals/Profit' }))
    expect(screen.getByRole('group', { name: /by the value of fast/ })).toBeDefined()
  })

  it('count the backtests that no other one beats in both objectives', async () => {
    show()
    // Profit and drawdown rise and fall together in the sample, so that its best backtest beats all others.
    expect(await screen.findByText('1 backtest that no other beats in every objective')).toBeDefined()
  })
})
