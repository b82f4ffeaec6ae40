import type { AccountMessage } from '../../ports/account-stream.ts'
import type { OrderGateway, OrderReference, VenueFill, VenueOrder } from '../../ports/order-gateway.ts'

type Named = Pick<VenueOrder, 'clientId' | 'clientNumber'>

/** The venue knows orders by numbers: whoever has sent them knows their names, as the platform does from its requests. */
export class NamesOfNumbers {
  readonly #names = new Map<number, string>()

  of(number: number | null): string | null {
    return number === null ? null : (this.#names.get(number) ?? null)
  }

  gateway(orders: OrderGateway): OrderGateway {
    const learn = ({ clientNumber, clientId }: OrderReference): void => void this.#names.set(clientNumber, clientId)
    return {
      fenceMs: orders.fenceMs,
      isFencePresumed: orders.isFencePresumed,
      place: (reference, order) => {
        learn(reference)
        return orders.place(reference, order)
      },
      placePair: async (pair) => {
        learn(pair.takeProfit)
        learn(pair.stopLoss)
        return (await orders.placePair?.(pair)) ?? { kind: 'UNKNOWN', reason: 'There are no pairs' }
      },
      placeTrailing: async (reference, stop) => {
        learn(reference)
        return (await orders.placeTrailing?.(reference, stop)) ?? { kind: 'UNKNOWN', reason: 'Stops do not follow' }
      },
      cancel: (reference) => orders.cancel(reference),
      lookUp: async (reference, isUrgent) => {
        const found = await orders.lookUp(reference, isUrgent)
        return found.kind === 'NONE' ? found : { kind: 'FOUND', order: this.#named(found.order) }
      },
      openOrders: async (instrumentId) => (await orders.openOrders(instrumentId)).map((one) => this.#named(one)),
      fillsOf: async (order) => (await orders.fillsOf(order)).map((one) => this.#named(one)),
      fillsSince: (instrumentId, since) => this.#pages(orders.fillsSince(instrumentId, since)),
      fills: (instrumentId, cursor, since) => this.#fillPages(orders.fills(instrumentId, cursor, since)),
    }
  }

  message(message: AccountMessage): AccountMessage {
    if (message.kind === 'order') return { ...message, order: this.#named(message.order) }
    return message.kind === 'fill' ? { ...message, fill: this.#named(message.fill) } : message
  }

  async *#pages(pages: AsyncIterable<readonly VenueFill[]>): AsyncIterable<readonly VenueFill[]> {
    for await (const fills of pages) yield fills.map((one) => this.#named(one))
  }

  async *#fillPages(pages: ReturnType<OrderGateway['fills']>): ReturnType<OrderGateway['fills']> {
    for await (const { fills, cursor } of pages) yield { fills: fills.map((one) => this.#named(one)), cursor }
  }

  #named<One extends Named>(one: One): One {
    const { clientNumber, ...rest } = one
    return { ...rest, clientId: this.of(clientNumber ?? null) } as One
  }
}
