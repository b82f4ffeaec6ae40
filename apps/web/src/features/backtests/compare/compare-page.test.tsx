import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { errorReply, mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const IDS = ['01a1fcbd-ca32-7065-a0e0-bc6083108701', '01a1fcbd-ca32-7065-a0e0-bc6083108702'] as const
const GONE = '01a1fcbd-ca32-7065-a0e0-bc6083108709'

function openComparison(ids: readonly string[]): void {
  const missing = () => errorReply(404, { code: 'not-found', message: 'Backtest not found' })
  mockApi({
    getBacktest: ({ params: { id }, isShared }) =>
      id === GONE || isShared ? missing() : sampleReply('getBacktest', { id }),
  })
  renderPage(`/backtests/compare?ids=${ids.join(',')}`)
}

it('Backtests that are left are compared, and the missing one is mentioned', async () => {
  openComparison([IDS[0], GONE, IDS[1]])
  expect(await screen.findByText('1 backtest left out: deleted, or not public.')).toBeDefined()
  expect(await screen.findByRole('heading', { name: /What differs/ })).toBeDefined()
})

it('Six backtests are compared, and those beyond are mentioned', async () => {
  const ids = Array.from({ length: 7 }, () => crypto.randomUUID())
  openComparison(ids)
  expect(await screen.findByText('At most 6 backtests can be compared: 1 backtest left out.')).toBeDefined()
  const table = await screen.findByRole('table', { name: 'Metrics' })
  expect(within(table).getAllByRole('columnheader')).toHaveLength(7)
})

it('A backtest cannot be compared with one that is missing', async () => {
  openComparison([IDS[0], GONE])
  expect(await screen.findByText('Backtest not found')).toBeDefined()
  expect(screen.queryByRole('heading', { name: /What differs/ })).toBeNull()
})

it('Runs from the same start are compared by the time since then, not by the days of one of them', async () => {
  const starts = ['2024-01-01T00:00:00.000Z', '2025-06-01T00:00:00.000Z']
  const of = (id: string | undefined): string => starts[IDS.findIndex((known) => known === id)] ?? ''
  mockApi({
    getBacktest: ({ params: { id } }) => sampleReply('getBacktest', { id, start: of(id), initialBalance: 100 }),
    getBacktestCharts: ({ params: { id } }) => {
      const time = [0, 36, 72].map((hours) => Date.parse(of(id)) + hours * 3_600_000)
      return sampleReply('getBacktestCharts', {
        equityCurve: { time, equity: [100, 110, 120], balance: [100, 110, 120], drawdown: [0, 0, 0] },
      })
    },
  })
  renderPage(`/backtests/compare?ids=${IDS.join(',')}`)
  await userEvent.click(await screen.findByRole('radio', { name: 'Same start' }))
  await userEvent.click(await screen.findByRole('button', { name: /table/i }))
  const table = await screen.findByRole('table', { name: 'Equity, balance and drawdown over time' })
  expect(within(table).getByRole('columnheader', { name: 'Time from the start' })).toBeDefined()
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows[0]?.textContent).toMatch(/^3 d 00:00/)
  expect(rows.at(-1)?.textContent).toMatch(/^00:00/)
})
