import { afterEach, expect, it } from 'vitest'
import { LabClock } from '../lab-clock.ts'
import { StreamClient } from '../testing/stream-client.fixture.ts'
import { startUsdmLab, type UsdmLab } from './start-usdm-lab.ts'

const NOON = Date.UTC(2026, 10, 25, 12)
const NAMES = 'btcusdt@bookTicker/btcusdt@markPrice@1s'

let lab: UsdmLab
afterEach(() => lab.stop())

it.each([
  ['/public', ['bookTicker']],
  ['/market', ['markPriceUpdate']],
  // The address of all of them until the venue split them.
  ['', []],
])('carries at %s what is there, and accepts the rest in silence', async (path, kinds) => {
  lab = await startUsdmLab({ clock: new LabClock(NOON) })
  const client = await StreamClient.open(`${lab.streams}${path}/stream?streams=${NAMES}`)
  const quote = { e: 'bookTicker', u: 1, s: 'BTCUSDT', b: '60000.0', B: '1', a: '60000.1', A: '1', T: NOON, E: NOON }
  lab.markets.publish('btcusdt@bookTicker', quote)
  await lab.advanceTo(NOON + 1_000)
  const heard = client.messages.map(({ data }) => data?.['e'])
  expect([...new Set(heard)]).toEqual(kinds)
  client.socket.close()
})

it('lists dated contracts beside perpetuals, and filters under their names of futures', async () => {
  lab = await startUsdmLab({ clock: new LabClock(NOON) })
  const answer = await fetch(`${lab.rest}/fapi/v1/exchangeInfo`)
  expect(await answer.json()).toMatchObject({
    symbols: [
      {
        symbol: 'BTCUSDT',
        contractType: 'PERPETUAL',
        filters: expect.arrayContaining([{ filterType: 'MIN_NOTIONAL', notional: '5' }]),
      },
      { symbol: 'BTCUSDT_270326', contractType: 'CURRENT_QUARTER' },
    ],
  })
})
