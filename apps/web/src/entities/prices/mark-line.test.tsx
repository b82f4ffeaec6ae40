// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveSocket } from '../../testing/live-socket.ts'
import { EURUSD, instrumentOf } from './markets.fixture.ts'
import { MarkLine } from './mark-line.tsx'

const PERPETUAL = instrumentOf({ id: 'BTCUSDT.P:BINANCE', displaySymbol: 'BTC/USDT perpetual', precision: 1 })

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  vi.unstubAllGlobals()
})

it('shows the mark price of a perpetual, and when which side pays how much', async () => {
  render(<MarkLine instrument={PERPETUAL} />)
  const mark = { instrumentId: PERPETUAL.id, time: Date.now(), markPrice: 60_000.15 }
  const nextFundingTime = Date.UTC(2026, 10, 29, 16)
  await live.say(`mark.${PERPETUAL.id}`, { event: 'mark', data: { ...mark, fundingRate: 0.0001, nextFundingTime } })
  expect(screen.getByText(/^Mark/).textContent).toBe('Mark 60,000.2')
  const funding = screen.getByText(/^Funding/)
  expect([funding.textContent, funding.title]).toEqual([
    'Funding +0.0100% at 16:00',
    expect.stringContaining('Long positions pay short ones at'),
  ])
  await live.say(`mark.${PERPETUAL.id}`, { event: 'mark', data: { ...mark, fundingRate: -0.0002, nextFundingTime } })
  expect(screen.getByText(/^Funding −0.0200%/).title).toContain('Short positions pay long ones at')
})

it('shows nothing for other instruments, and asks for nothing', () => {
  const { container } = render(<MarkLine instrument={EURUSD} />)
  expect([container.innerHTML, live.sent.filter(({ topic }) => topic?.startsWith('mark.'))]).toEqual(['', []])
})
