import { expect } from '@playwright/test'
import { LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { Installation } from './faults/installation.ts'

const QUOTE_MS = 300
const NAMES = ['broker', 'session', 'wide', 'narrow', 'phone'] as const

/** Keys of accounts at the stand-in: one has one user. */
export const KEYS = Object.fromEntries(
  NAMES.map((name) => [name, { apiKey: `keyof${name}`.padEnd(32, '1'), apiSecret: `a secret of ${name}` }]),
) as Record<(typeof NAMES)[number], { readonly apiKey: string; readonly apiSecret: string }>

export type Exchange = Awaited<ReturnType<typeof openExchange>>

/** A server whose exchange is a stand-in, with prices that a test moves. */
export async function openExchange() {
  const clock = new LabClock(Date.now())
  const book = { lastUpdateId: 1, bids: [['60000.00', '5']], asks: [['60001.00', '5']] } as const
  const accounts = Object.values(KEYS).map(({ apiKey, apiSecret: secret }) => ({
    apiKey,
    secret,
    balances: { USDT: '200000' },
  }))
  const lab = await startBinanceLab({ clock, accounts, books: { BTCUSDT: book } })
  clock.run(1)
  let bid = 60_000
  const quote = (): void => {
    lab.markets.quote('BTCUSDT', { bid: bid.toFixed(2), ask: (bid + 1).toFixed(2), quantity: '5' })
  }
  const quoting = setInterval(quote, QUOTE_MS)
  lab.markets.trade('BTCUSDT', '60000.50')
  const { rest, streams, wsApi } = lab
  const installation = await Installation.open({
    env: {
      TRADELOOM_SIMULATED_VENUES: 'off',
      TRADELOOM_VENUE_URLS: JSON.stringify({ BINANCE: { rest, streams, wsApi } }),
    },
  })
  await installation.client.call('PATCH', '/api/admin/venue/BINANCE', { isOn: true })
  const instruments = async () => JSON.stringify(await installation.client.call('GET', '/public-api/instruments/USD'))
  await expect.poll(instruments).toContain('BTCUSDT:BINANCE')
  return {
    lab,
    installation,
    url: installation.url,
    moveTo: (price: number): void => {
      bid = price
      quote()
    },
    async close() {
      clearInterval(quoting)
      await installation.close()
      await lab.stop()
    },
  }
}
