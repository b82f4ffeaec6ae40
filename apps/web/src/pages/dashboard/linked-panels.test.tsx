// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { showLayout, useDashboard } from '../../entities/panels/dashboard-state.ts'
import { readLayout } from '../../entities/panels/layout.ts'
import { allLayouts } from '../../entities/panels/layout-machine.ts'
import { tellLayouts, useLayouts } from '../../entities/panels/layouts-store.ts'
import { instrumentOf } from '../../entities/prices/markets.fixture.ts'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { createAppRouter } from '../../router.ts'
import { CellContent } from './cell-content.tsx'
import { useLinkedLayout } from './use-linked-layout.ts'
// There at once, instead of on demand.
import '../../features/markets/instruments.tsx'
import '../../features/markets/ticker.tsx'
import './link-menu-items.tsx'

const pair = (symbol: string) =>
  instrumentOf({ id: `${symbol}:SIM`, symbol, displaySymbol: `${symbol.slice(0, 3)}/${symbol.slice(3)}` })
const LIST = ['EURUSD', 'GBPUSD', 'USDJPY'].map(pair)
const LAYOUT = {
  name: 'Forex Markets',
  responsive: true,
  config: [
    { view: 'instruments', opts: {}, w: 1, h: 4, group: 'A' },
    { view: 'ticker', opts: { instrumentId: 'EURUSD:SIM' }, w: 1, h: 1, group: 'A' },
    { view: 'ticker', opts: { instrumentId: 'EURUSD:SIM' }, w: 1, h: 1, group: 'A' },
    { view: 'ticker', opts: { instrumentId: 'GBPUSD:SIM' }, w: 1, h: 1 },
  ],
}

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  class Observer {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  mockApi({ listInstruments: LIST })
  live = liveSocket()
  queryClient.clear()
  queryClient.setQueryData(['bootstrap'], { user: null } as never)
  tellLayouts({ is: 'drafts', drafts: [] })
  tellLayouts({ is: 'built-ins', layouts: [readLayout(LAYOUT)!] })
  showLayout('Forex Markets')
})
afterEach(() => {
  cleanup()
  live.close()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function Desk(): ReactElement {
  const layout = allLayouts(useLayouts())[0]!
  const linked = useLinkedLayout(layout, new Set(LIST.map(({ id }) => id)))
  return (
    <>
      {linked.config.map((cell) => (
        <div key={cell.key} data-cell={cell.view}>
          <CellContent cell={cell} actions={null} />
        </div>
      ))}
    </>
  )
}

async function show(): Promise<void> {
  // Instruments have links; nothing of a page is drawn.
  const router = createAppRouter(createMemoryHistory())
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RouterContextProvider router={router}>
          <Desk />
        </RouterContextProvider>
      </MantineProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('region', { name: 'Favorites' })
}

const tickers = () =>
  [...document.querySelectorAll('[data-cell=ticker] h2')].map((heading) => heading.textContent).join(' ')
const row = (symbol: string) => screen.getAllByRole('button', { name: new RegExp(`^Show\\s*${symbol}`) })
const choose = (symbol: string) => fireEvent.click(row(symbol)[0]!)

it('choosing an instrument in a list switches the panels of its group, and is no change of the layout', async () => {
  await show()
  await waitFor(() => expect(tickers()).toBe('EUR/USD EUR/USD GBP/USD'))
  choose('USD/JPY')
  await waitFor(() => expect(tickers()).toBe('USD/JPY USD/JPY GBP/USD'))
  expect(row('USD/JPY')[0]!.getAttribute('aria-current')).toBe('true')
  expect(useLayouts.getState().drafts).toEqual([])
  // Nothing was opened, and the choice outlasts a reload.
  expect(useDashboard.getState().opened).toBeNull()
  cleanup()
  queryClient.clear()
  queryClient.setQueryData(['bootstrap'], { user: null } as never)
  await show()
  await waitFor(() => expect(tickers()).toBe('USD/JPY USD/JPY GBP/USD'))
})

it('opens nothing where the group has a panel of the kind, and a panel of its own where it has none', async () => {
  await show()
  fireEvent.keyDown(row('GBP/USD')[0]!, { key: 't' })
  expect(allLayouts(useLayouts.getState())[0]!.config.at(-1)).toMatchObject({ view: 'price-tile' })
  await waitFor(() => expect(tickers()).toBe('EUR/USD EUR/USD GBP/USD'))
})

it('a panel joins a group by its menu, shows what the group shows, and leaves it again', async () => {
  await show()
  await waitFor(() => expect(tickers()).toBe('EUR/USD EUR/USD GBP/USD'))
  const join = async (name: string, item: string) => {
    fireEvent.click(screen.getByRole('button', { name }))
    fireEvent.click(await screen.findByRole('menuitemradio', { name: item }))
  }
  await join('Link group of 24 h ticker GBPUSD:SIM', 'Group A')
  await waitFor(() => expect(tickers()).toBe('EUR/USD EUR/USD EUR/USD'))
  expect(useLayouts.getState().drafts).toHaveLength(1)
  const last = document.querySelectorAll<HTMLElement>('[data-cell=ticker]')[2]!
  fireEvent.click(within(last).getByRole('button', { name: 'Link group A of 24 h ticker EURUSD:SIM' }))
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Not linked' }))
  await waitFor(() => expect(tickers()).toBe('EUR/USD EUR/USD GBP/USD'))
  expect(useLayouts.getState().drafts).toEqual([])
})
