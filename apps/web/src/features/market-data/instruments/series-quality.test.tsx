import { MantineProvider } from '@mantine/core'
import type { SeriesQuality } from '@tradeloom/contracts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SeriesQualityView } from './series-quality.tsx'

const DAY = Date.UTC(2024, 0, 30)
const MONTH: SeriesQuality['months'][number] = {
  month: '2024-01', rows: 1380, goodShare: 0.958, gaps: 1, missingBars: 60, duplicates: 0, crossed: 0, outliers: 0,
  jumps: 0, inconsistent: 0, flat: 0, closed: 0, scaleFactor: 1, shift: null,
} // prettier-ignore
const QUALITY: SeriesQuality = {
  instrumentId: 'EURUSD:TEST', interval: 'M1', price: 'quote', first: DAY, last: DAY + 86_340_000, goodShare: 0.958,
  scaleFactor: 1, shift: null, damagedMonths: [], months: [MONTH], days: [[DAY, 1440, 1380, 60]],
  defects: [{ kind: 'gap', from: DAY, to: DAY + 3_600_000, count: 60 }], defectCount: 1,
} // prettier-ignore

function answer(...replies: (SeriesQuality | null)[]): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    if (!reply) return Response.json({ code: 'x', kind: 'bug', message: 'The disk is gone' }, { status: 500 })
    return Response.json(reply)
  })
  return asked
}

function show(): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <SeriesQualityView instrumentId="EURUSD:TEST" interval="M1" price="quote" name="M1 of EUR/USD" />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

afterEach(() => vi.unstubAllGlobals())

it('shows days, months and defects of the series after loading', async () => {
  const asked = answer(QUALITY)
  show()
  expect(screen.getByRole('status')).toBeTruthy()
  expect(
    await screen.findByLabelText(/^2024-01-30: 95\.8% good \(good\); 60 of 1,440 bars of 1 min missing; 1 gap/),
  ).toBeTruthy()
  expect(asked).toEqual(['/public-api/market-data/quality?instrumentId=EURUSD%3ATEST&interval=M1&price=quote'])
  fireEvent.click(screen.getByText('Months'))
  // Header and one row; jsdom has no layout, so the rows themselves are not rendered.
  expect(screen.getByRole('table', { name: 'Months of M1 of EUR/USD' }).getAttribute('aria-rowcount')).toBe('2')
  fireEvent.click(screen.getByText('Defects (1)'))
  expect(screen.getByRole('table', { name: 'Defects of M1 of EUR/USD' }).getAttribute('aria-rowcount')).toBe('2')
})

it('shows an error, and retries', async () => {
  answer(null, QUALITY)
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('grid')).toBeTruthy()
})

it('shows that there are no defects, and what is wrong with the whole series', async () => {
  answer({
    ...QUALITY,
    defects: [],
    defectCount: 0,
    scaleFactor: 100,
    shift: { hours: -1, by: 'week', weeks: 4, of: 4 },
  })
  show()
  expect(await screen.findByText(/in 4 of 4 weeks trading starts and ends 1 h too early/)).toBeTruthy()
  expect(screen.getByText('Wrong scale: prices are about 100 times too high.')).toBeTruthy()
  fireEvent.click(screen.getByText('Defects (0)'))
  expect(screen.getByText('No defects found')).toBeTruthy()
})
