import { MantineProvider } from '@mantine/core'
import type { MarketCalendar } from '@tradeloom/contracts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Modals } from '../../../ui/modals.tsx'
// There at once, instead of on demand.
import '../../../ui/modals-host.tsx'
import { queryClient } from '../../../api/query-client.ts'
import { CalendarsPanel } from './calendars-panel.tsx'

const FOREX: MarketCalendar = {
  name: 'forex',
  sources: ['market-hours.json Forex-oanda-[*]'],
  closures: [
    [Date.UTC(2014, 11, 25, 5), Date.UTC(2014, 11, 26, 5)],
    [Date.UTC(2015, 11, 25, 5), Date.UTC(2015, 11, 26, 5)],
  ],
  isPrivate: false,
}

/** Replies to GET requests in turn, repeating the last reply, and records the requests. */
function answer(...replies: (MarketCalendar[] | null)[]): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${url}`)
    if (method !== 'GET') return Response.json({ ok: true })
    if (!url.endsWith('/calendars')) return Response.json([])
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    return reply
      ? Response.json(reply)
      : Response.json({ code: 'x', kind: 'bug', message: 'The disk is gone' }, { status: 500 })
  })
  return asked
}

function show(user: { isAdmin: boolean } | null): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  for (const one of [client, queryClient]) one.setQueryData(['bootstrap'], { user })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <Modals />
        <CalendarsPanel />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

afterEach(() => vi.unstubAllGlobals())

it('shows the days of a year and their source after loading', async () => {
  answer([FOREX])
  show(null)
  expect(screen.getByRole('status')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Forex week' })).toBeTruthy()
  expect(screen.getByText('2 days')).toBeTruthy()
  expect(screen.getByText(/^Times of New York · from market-hours.json/)).toBeTruthy()
  // The latest year that is not in the future; visitors cannot delete.
  expect(screen.getByRole('table', { name: 'Days of forex in 2015' }).getAttribute('aria-rowcount')).toBe('2')
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull()
})

it('shows an error, retries, and shows an empty list', async () => {
  answer(null, [])
  show({ isAdmin: false })
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No holidays yet')).toBeTruthy()
})

it('deletes a calendar after confirmation, for administrators', async () => {
  const asked = answer([FOREX], [])
  show({ isAdmin: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete calendar forex' }))
  expect(await screen.findByText(/Delete 2 days of Forex week/)).toBeTruthy()
  expect(asked.some((call) => call.startsWith('DELETE'))).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No holidays yet')).toBeTruthy()
  expect(asked).toContain('DELETE /api/market-data/calendars/forex')
})

it('imports a file, with errors of the form and of the server', async () => {
  const asked = answer([FOREX])
  show({ isAdmin: false })
  fireEvent.click(await screen.findByRole('button', { name: 'Import holidays' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }))
  expect(await screen.findByText('Please choose a file')).toBeTruthy()
  expect(screen.getByText('Please choose a format')).toBeTruthy()
  expect(screen.getByText('Your calendar is private and replaces the shared one.')).toBeTruthy()
  expect(asked.some((call) => call.startsWith('POST'))).toBe(false)
})
