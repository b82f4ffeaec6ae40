import type { PlacePayload } from '@tradeloom/trading'
import { expect, onTestFinished } from 'vitest'
import type { AccountMessage } from '../ports/account-stream.ts'
import type { OrderReference, VenueFill } from '../ports/order-gateway.ts'
import type { RunningTradingLab, TradingLab, TradingLabOptions } from './trading-lab.ts'

type Terms = Partial<Omit<PlacePayload, 'kind'>>

/** A started stand-in, and what the cases say of their orders. */
export interface TradingRun extends RunningTradingLab {
  /** Names that nobody has used; of the client's time. */
  reference(): OrderReference
  /** A market order to buy unless the terms say otherwise. */
  order(terms?: Terms): PlacePayload
  /** Places an order that has to be taken, and returns its names. */
  placed(terms?: Terms): Promise<OrderReference>
  /** A price some ticks away from the best one to sell at. */
  price(ticks: number): number
}

let named = 0
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** As the platform names its orders: `t`, 17 characters, and the letter of the attempt. */
function clientIdOf(count: number): string {
  let rest = count
  const digits = Array.from({ length: 17 }, () => {
    const letter = LETTERS[rest % LETTERS.length] ?? 'a'
    rest = Math.floor(rest / LETTERS.length)
    return letter
  })
  return `t${digits.toReversed().join('')}a`
}

export async function startTrading(lab: TradingLab, options?: TradingLabOptions): Promise<TradingRun> {
  const running = await lab.start(options)
  onTestFinished(() => running.stop())
  const places = String(lab.tick).split('.')[1]?.length ?? 0
  const reference = (): OrderReference => {
    named += 1
    return { instrumentId: lab.instrumentId, clientId: clientIdOf(named), clientNumber: named, sentAt: running.now() }
  }
  const order = (terms: Terms = {}): PlacePayload => ({
    kind: 'PLACE',
    instrumentId: lab.instrumentId,
    type: 'MARKET',
    side: 'BUY',
    quantity: lab.quantity,
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
    ...terms,
  })
  return {
    ...running,
    reference,
    order,
    price: (ticks) => Number((lab.bid + ticks * lab.tick).toFixed(places)),
    placed: async (terms) => {
      const name = reference()
      expect(await running.orders.place(name, order(terms))).toMatchObject({ kind: 'ACCEPTED' })
      return name
    },
  }
}

/** The fills among the messages of a stream, as they came. */
export function fillsIn(messages: readonly AccountMessage[]): readonly VenueFill[] {
  return messages.flatMap((one) => (one.kind === 'fill' ? [one.fill] : []))
}

/** Each fill once, whatever came twice. */
export function distinct(fills: readonly VenueFill[]): readonly VenueFill[] {
  return [...new Map(fills.map((fill) => [fill.tradeId, fill])).values()]
}

/** Without the noise of sums. */
export function total(fills: readonly VenueFill[]): number {
  return tidied(fills.reduce((sum, { quantity }) => sum + quantity, 0))
}

export function tidied(value: number): number {
  return Number(value.toFixed(8))
}
