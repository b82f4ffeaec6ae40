import { MantineProvider } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { bootstrapQuery } from '../../../entities/user/bootstrap-query.ts'
import { BarDaysSetting } from './bar-days-setting.tsx'

const SHARED = {
  id: 'EURUSD:TEST',
  displaySymbol: 'EUR/USD',
  series: [{ sharedMonths: 1 }],
} as unknown as MarketInstrument

afterEach(() => vi.unstubAllGlobals())

function show(instrument: MarketInstrument, isAdmin: boolean): void {
  const client = new QueryClient()
  client.setQueryData(bootstrapQuery.queryKey, { user: { id: 'one', isAdmin } } as never)
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <BarDaysSetting instrument={instrument} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

it('lets an administrator end the days of shared data in New York', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({ dayEnd: 'new-york', weekStart: 'sunday' })
  })
  show(SHARED, true)
  await userEvent.click(screen.getByRole('combobox', { name: 'End of days of EUR/USD' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Days end at 17:00 New York' }))
  await waitFor(() => expect(sent).toEqual([{ dayEnd: 'new-york', weekStart: 'sunday' }]))
})

it('only states the days of shared data to other users', () => {
  show({ ...SHARED, dayEnd: 'new-york', weekStart: 'monday' }, false)
  expect(screen.getByText('Days end at 17:00 New York. Weeks start on Monday.')).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})
