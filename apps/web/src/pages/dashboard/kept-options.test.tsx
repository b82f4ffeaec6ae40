// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { EURUSD } from '../../entities/prices/markets.fixture.ts'
// There at once, instead of on demand.
import '../../features/trading/tile/price-tile.tsx'

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  mockApi({ listInstruments: [EURUSD] })
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = () => showPanel('price-tile', { version: 1, values: { instrumentId: EURUSD.id } })
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Quantity of EUR\/USD on SIM/ })

it('keeps what is typed in a panel with the user and the instrument, and changes no layout', async () => {
  const first = show()
  fireEvent.change(await field(), { target: { value: '2500' } })
  expect((await field()).value).toBe('2500')
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('tradeloom-setting-panels.price-tile') ?? '{}')).toEqual({
      [EURUSD.id]: { quantity: '2500' },
    }),
  )
  cleanup()
  const second = show()
  expect((await field()).value).toBe('2500')
  expect([...first.stored, ...second.stored]).toEqual([])
})
