import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { errorReply, mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const IDS = ['01a1fcbd-ca32-7065-a0e0-bc6083108701', '01a1fcbd-ca32-7065-a0e0-bc6083108702'] as const
const GONE = '01a1fcbd-ca32-7065-a0e0-bc6083108709'

function openComparison(ids: readonly string[]): void {
  const missing = () => errorReply(404, { code: 'not-found', message: 'Backtest not found' })
  mockApi({
    getBacktest: ({ params: { id } }) => (id === GONE ? missing() : sampleReply('getBacktest', { id })),
    getSharedBacktest: missing,
  })
  renderPage(`/backtests/compare?ids=${ids.join(',')}`)
}

it('Backtests that are left are compared, and the missing one is mentioned', async () => {
  openComparison([IDS[0], GONE, IDS[1]])
  expect(await screen.findByText('1 backtest left out: deleted, or not public.')).toBeDefined()
  expect(await screen.findByRole('heading', { name: /What differs/ })).toBeDefined()
})

it('A backtest cannot be compared with one that is missing', async () => {
  openComparison([IDS[0], GONE])
  expect(await screen.findByText('Backtest not found')).toBeDefined()
  expect(screen.queryByRole('heading', { name: /What differs/ })).toBeNull()
})
