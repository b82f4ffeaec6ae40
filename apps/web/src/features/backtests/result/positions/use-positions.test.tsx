import { type Position, toPositionColumns } from '@tradeloom/contracts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { usePositions } from './use-positions.ts'

const TOTAL = 5_300

const one = (id: number) =>
  ({
    id,
    instrumentId: 'EURUSD:SIM',
    direction: 'LONG',
    quantity: 1,
    openTime: id,
    openPrice: 1,
    profit: 0,
    closeTime: null,
    closePrice: null,
    stopLoss: null,
    takeProfit: null,
    trailingStop: null,
    pips: 0,
    spreadCost: 0,
    slippageCost: 0,
    commission: 0,
    swapCost: 0,
    fundingCost: 0,
    mae: 0,
    mfe: 0,
    maePips: 0,
    mfePips: 0,
    risk: null,
    equityAtEntry: 1,
    notional: 1,
    status: 'OPEN',
    closeReason: null,
    ambiguous: false,
    profitInterval: null,
  }) as Position

/** Serves pages like the server; `delays` gives milliseconds by offset. */
function serve(delays: Readonly<Record<string, number>>): string[] {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://localhost')
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))]
    requests.push(`${offset}+${limit}`)
    await new Promise((resolve) => setTimeout(resolve, delays[offset] ?? 0))
    const rows = Array.from({ length: Math.max(0, Math.min(limit, TOTAL - offset)) }, (_, i) => one(offset + i + 1))
    return Response.json({ total: TOTAL, columns: toPositionColumns(rows) })
  })
  return requests
}

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

afterEach(() => vi.unstubAllGlobals())

it('loads a first page at once and the rest on demand, in the order of position numbers', async () => {
  const requests = serve({ 200: 60, 5200: 0 })
  const client = new QueryClient()
  const { result, rerender } = renderHook(({ all }) => usePositions('one', false, TOTAL, all), {
    initialProps: { all: false },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current.rows).toHaveLength(200))
  expect([result.current.total, result.current.isWhole, requests]).toEqual([TOTAL, false, ['0+200']])
  rerender({ all: true })
  await waitFor(() => expect(result.current.isWhole).toBe(true))
  expect(requests).toEqual(['0+200', '200+5000', '5200+5000'])
  expect(result.current.rows?.map(({ id }) => id)).toEqual(Array.from({ length: TOTAL }, (_, i) => i + 1))
})

it('is complete for a run without positions', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ total: 0, columns: toPositionColumns([]) }))
  const { result } = renderHook(() => usePositions('none', true, 0, true), { wrapper })
  await waitFor(() => expect(result.current.isWhole).toBe(true))
  expect(result.current.rows).toEqual([])
})
