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

/** Answers as the server does, the pages in the order of `delays`, milliseconds by offset. */
function serve(delays: Readonly<Record<string, number>>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://localhost')
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))]
    asked.push(`${offset}+${limit}`)
    await new Promise((resolve) => setTimeout(resolve, delays[offset] ?? 0))
    const rows = Array.from({ length: Math.max(0, Math.min(limit, TOTAL - offset)) }, (_, at) => one(offset + at + 1))
    return Response.json({ total: TOTAL, columns: toPositionColumns(rows) })
  })
  return asked
}

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

afterEach(() => vi.unstubAllGlobals())

it('loads a screen of positions at once, and the rest when it is wanted, in the order of their numbers', async () => {
  const asked = serve({ 200: 60, 5200: 0 })
  const client = new QueryClient()
  const { result, rerender } = renderHook(({ all }) => usePositions('one', false, TOTAL, all), {
    initialProps: { all: false },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current.rows).toHaveLength(200))
  expect([result.current.total, result.current.isWhole, asked]).toEqual([TOTAL, false, ['0+200']])
  rerender({ all: true })
  await waitFor(() => expect(result.current.isWhole).toBe(true))
  expect(asked).toEqual(['0+200', '200+5000', '5200+5000'])
  expect(result.current.rows?.map(({ id }) => id)).toEqual(Array.from({ length: TOTAL }, (_, at) => at + 1))
})

it('knows a run without positions', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ total: 0, columns: toPositionColumns([]) }))
  const { result } = renderHook(() => usePositions('none', true, 0, true), { wrapper })
  await waitFor(() => expect(result.current.isWhole).toBe(true))
  expect(result.current.rows).toEqual([])
})
