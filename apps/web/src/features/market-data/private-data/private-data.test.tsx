import { MantineProvider } from '@mantine/core'
import type { MarketInstrument, PrivateSeries } from '@tradeloom/contracts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Modals } from '../../../ui/modals.tsx'
// There at once, instead of on demand.
import '../../../ui/modals-host.tsx'
import { PrivateDataPanel } from './private-data-panel.tsx'
import { SeriesOwner } from '../instruments/series-owner.tsx'
import { UsageLine } from '../imports/usage-line.tsx'

const OWNER = '0190b3f0-0000-7000-8000-00000000000b'
const ONE: PrivateSeries = {
  ownerId: OWNER, owner: 'cat', instrumentId: 'EURUSD:OANDA', interval: 'M1', price: 'quote',
  rows: 480, months: 1, bytes: 20_000, first: Date.UTC(2024, 0, 10), last: Date.UTC(2024, 0, 11),
} // prettier-ignore
const series = {
  interval: 'M1',
  price: 'quote',
  rows: 1,
  first: 0,
  last: 1,
  goodShare: 1,
  damagedMonths: [],
  months: [],
} as const

afterEach(() => vi.unstubAllGlobals())

/** Replies by path, and records the requests. */
function answer(replies: Readonly<Record<string, () => Response>>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push(`${method} ${url}${typeof body === 'string' ? ` ${body}` : ''}`)
    return replies[url.split('?')[0] ?? '']?.() ?? Response.json([])
  })
  return asked
}

function show(element: ReactElement, user: { isAdmin: boolean }): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(['bootstrap'], { user })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <Modals />
        {element}
      </MantineProvider>
    </QueryClientProvider>,
  )
}

it('shares a private series, and replaces shared months only after a second confirmation', async () => {
  let refusals = 1
  const asked = answer({
    '/api/market-data/private': () => Response.json([ONE]),
    '/api/market-data/private/share': () =>
      refusals-- > 0
        ? Response.json(
            { code: 'months-differ', kind: 'conflict', message: 'EURUSD:OANDA is shared with other values in 2024-01' },
            { status: 409 },
          )
        : Response.json({ added: [], replaced: ['2024-01'], unchanged: [] }),
  })
  show(<PrivateDataPanel />, { isAdmin: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
  expect(await screen.findByText(/Share 1 min of EUR\/USD OANDA of cat\?/)).toBeTruthy()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Share' }))
  expect(await screen.findByText(/other values in 2024-01\. Replace them\?/)).toBeTruthy()
  const posts = () =>
    asked.filter((call) => call.startsWith('POST')).map((call) => JSON.parse(call.slice(call.indexOf('{'))))
  expect(posts()).toMatchObject([{ ownerId: OWNER, interval: 'M1', price: 'quote', replace: false }])
  fireEvent.click(screen.getByRole('button', { name: 'Replace' }))
  await vi.waitFor(() => expect(posts()).toMatchObject([{ replace: false }, { replace: true }]))
})

it('shows that there is no private data, or that it cannot be loaded', async () => {
  answer({ '/api/market-data/private': () => Response.json([]) })
  show(<PrivateDataPanel />, { isAdmin: true })
  expect(await screen.findByText('No private data')).toBeTruthy()
})

it.each([
  ['own data', false, { privateMonths: 1, sharedMonths: 0 }, 'Private', 'Delete private data M1 of EUR/USD', 'false'],
  [
    'some own months',
    false,
    { privateMonths: 1, sharedMonths: 2 },
    'Private, 1 of 3 months',
    'Delete private data M1 of EUR/USD',
    'false',
  ],
  ['shared data', true, { privateMonths: 0, sharedMonths: 2 }, 'Shared', 'Delete shared data M1 of EUR/USD', 'true'],
] as const)('deletes %s after a question', async (_, isAdmin, months, badge, button, shared) => {
  const asked = answer({ '/api/market-data/instruments/EURUSD%3AOANDA': () => Response.json({ series: 1 }) })
  const instrument = { id: 'EURUSD:OANDA', displaySymbol: 'EUR/USD', broker: 'OANDA' } as MarketInstrument
  show(
    <SeriesOwner
      instrument={instrument}
      series={{ ...series, stretches: [], damagedMonths: [], months: [], ...months }}
      name="M1 of EUR/USD"
    />,
    {
      isAdmin,
    },
  )
  expect(screen.getByText(badge)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: button }))
  expect(asked).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const path = '/api/market-data/instruments/EURUSD%3AOANDA'
  await vi.waitFor(() => expect(asked).toContain(`DELETE ${path}?interval=M1&price=quote&shared=${shared}`))
})

it('does not let other users delete shared data', () => {
  const instrument = { id: 'EURUSD:OANDA', displaySymbol: 'EUR/USD', broker: 'OANDA' } as MarketInstrument
  show(
    <SeriesOwner
      instrument={instrument}
      series={{ ...series, stretches: [], damagedMonths: [], months: [], privateMonths: 0, sharedMonths: 1 }}
      name="M1"
    />,
    { isAdmin: false },
  )
  expect(screen.queryByRole('button')).toBeNull()
})

it('shows how much storage is used', async () => {
  const limits = { maxUploadBytes: 1, maxUploads: 3, maxFiles: 200 }
  answer({ '/api/market-data/usage': () => Response.json({ storedBytes: 1.2e9, maxStoredBytes: 5e9, ...limits }) })
  show(<UsageLine />, { isAdmin: false })
  expect(await screen.findByText('Your imports are private. 1.2 GB of 5.0 GB stored.')).toBeTruthy()
})
