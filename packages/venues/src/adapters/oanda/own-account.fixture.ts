import { LabClock, type OandaLab, type OandaLabOptions, startOandaLab } from '@tradeloom/venue-lab'
import type { PlacePayload } from '@tradeloom/trading'
import { onTestFinished } from 'vitest'
import type { AccountMessage } from '../../ports/account-stream.ts'
import type { OrderReference } from '../../ports/order-gateway.ts'
import { OandaAccountStream } from './oanda-account-stream.ts'
import { OandaAccount } from './oanda-account.ts'
import { OandaOrders } from './oanda-orders.ts'
import { settle, watchWire } from './wire-watch.fixture.ts'

export const NOON = Date.UTC(2026, 10, 25, 12)
export const EURUSD = 'EURUSD:OANDA'
export const TOKEN = 'a token of this test'

/** A stand-in with one account, and what speaks to it. */
export async function start(options: OandaLabOptions = {}, token = TOKEN) {
  const clock = options.clock ?? new LabClock(NOON)
  const lab: OandaLab = await startOandaLab({ token: TOKEN, ...options, clock })
  lab.quote('EUR_USD', '1.08000', '1.08012')
  const wire = watchWire()
  const login = { clock, url: lab.rest, token, fetch: wire.fetch }
  const streams: OandaAccountStream[] = []
  onTestFinished(async () => {
    for (const stream of streams) stream.close()
    await lab.stop()
  })
  const settled = (): Promise<void> => settle(lab, wire)
  const listen = async (): Promise<AccountMessage[]> => {
    const messages: AccountMessage[] = []
    const sink = (message: AccountMessage): void => void messages.push(message)
    streams.push(new OandaAccountStream({ ...login, streams: lab.streams, open: wire.open, sink }))
    while (messages.length === 0) await settled()
    return messages
  }
  return {
    lab,
    clock,
    settled,
    listen,
    login,
    orders: new OandaOrders(login),
    account: new OandaAccount(login),
    advanceTo: async (time: number): Promise<void> => {
      while (clock.now() < time) {
        clock.advanceTo(Math.min(time, clock.now() + 2_000))
        await settled()
      }
    },
  }
}

export const HEDGING: OandaLabOptions = { accounts: [{ id: '101-004-1-002', hedging: true }] }

let named = 0
export function reference(): OrderReference {
  named += 1
  const letters = [...named.toString(26)].map((digit) => String.fromCharCode(97 + parseInt(digit, 26))).join('')
  return { instrumentId: EURUSD, clientId: `t${letters.padStart(17, 'a')}a`, clientNumber: named, sentAt: NOON }
}

export const order = (given: Partial<PlacePayload> = {}): PlacePayload => ({
  kind: 'PLACE',
  instrumentId: EURUSD,
  type: 'MARKET',
  side: 'BUY',
  quantity: 1_000,
  limitPrice: null,
  stopPrice: null,
  timeInForce: 'GTC',
  expiry: null,
  postOnly: false,
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  stopLossDistance: null,
  takeProfitDistance: null,
  ...given,
})
