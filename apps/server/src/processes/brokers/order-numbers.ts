import { type Drizzle, schema } from '@tradeloom/database'
import type { AccountMessage, AccountStream, OrderGateway, VenueFill, VenueOrder } from '@tradeloom/venues'
import { and, eq, inArray } from 'drizzle-orm'

const { intents } = schema

/** Numbers that were looked up of late. */
const MAX_KNOWN = 10_000

/** An order or an execution, as far as it says whose it is. */
type Numbered = Pick<VenueOrder, 'clientId' | 'clientNumber'>

export type OpenStream = (sink: (message: AccountMessage) => void, financedFrom: number) => AccountStream | null

/**
 * At some venues orders go by numbers alone. Their names follow from the requests that have sent them, so whatever such a venue
 * says of an order of ours has its name before anybody reads it; what has none is not of a request.
 */
export class OrderNumbers {
  readonly #db: Drizzle
  readonly #accountId: string
  readonly #names = new Map<number, string>()

  constructor(db: Drizzle, accountId: string) {
    this.#db = db
    this.#accountId = accountId
  }

  gateway(gateway: OrderGateway): OrderGateway {
    const named = <One extends Numbered>(all: readonly One[]): Promise<One[]> => this.#named(all)
    async function* pages(all: AsyncIterable<readonly VenueFill[]>): AsyncIterable<readonly VenueFill[]> {
      for await (const fills of all) yield named(fills)
    }
    async function* fillPages(all: ReturnType<OrderGateway['fills']>): ReturnType<OrderGateway['fills']> {
      for await (const { fills, cursor } of all) yield { fills: await named(fills), cursor }
    }
    const own: Partial<OrderGateway> = {
      lookUp: async (...asked) => {
        const found = await gateway.lookUp(...asked)
        if (found.kind === 'NONE') return found
        const [order = found.order] = await named([found.order])
        return { kind: 'FOUND', order }
      },
      openOrders: async (instrumentId) => named(await gateway.openOrders(instrumentId)),
      fillsOf: async (order) => named(await gateway.fillsOf(order)),
      fillsSince: (...asked) => pages(gateway.fillsSince(...asked)),
      fills: (...asked) => fillPages(gateway.fills(...asked)),
    }
    return new Proxy(gateway, {
      get: (target, key) => {
        const value: unknown = Reflect.get(Object.hasOwn(own, key) ? own : target, key)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  }

  /** Messages stay in their order. */
  stream(open: OpenStream): OpenStream {
    return (sink, financedFrom) => {
      let pending = 0
      let taken = Promise.resolve()
      const take = async (before: Promise<void>, message: AccountMessage): Promise<void> => {
        await before
        // Without its name it is a stranger's until it is read again.
        const named = await this.#message(message).catch(() => message)
        pending -= 1
        sink(named)
      }
      return open((message) => {
        if (pending === 0 && !isNumbered(message)) return sink(message)
        pending += 1
        taken = take(taken, message)
      }, financedFrom)
    }
  }

  async #message(message: AccountMessage): Promise<AccountMessage> {
    if (message.kind === 'order') return { ...message, order: (await this.#named([message.order]))[0] ?? message.order }
    if (message.kind === 'fill') return { ...message, fill: (await this.#named([message.fill]))[0] ?? message.fill }
    return message
  }

  async #named<One extends Numbered>(all: readonly One[]): Promise<One[]> {
    await this.#learn(all.flatMap(({ clientId, clientNumber }) => (clientId === null ? (clientNumber ?? []) : [])))
    return all.map((one) => ({ ...one, clientId: one.clientId ?? this.#names.get(one.clientNumber ?? NaN) ?? null }))
  }

  async #learn(numbers: readonly number[]): Promise<void> {
    const unknown = [...new Set(numbers)].filter((number) => !this.#names.has(number))
    if (unknown.length === 0) return
    if (this.#names.size > MAX_KNOWN) this.#names.clear()
    const rows = await this.#db
      .select({ cid: intents.cid, clientId: intents.clientId })
      .from(intents)
      .where(and(eq(intents.accountId, this.#accountId), inArray(intents.cid, unknown)))
    for (const { cid, clientId } of rows) this.#names.set(cid, clientId)
  }
}

function isNumbered(message: AccountMessage): boolean {
  if (message.kind !== 'order' && message.kind !== 'fill') return false
  const { clientId, clientNumber } = message.kind === 'order' ? message.order : message.fill
  return clientId === null && clientNumber !== undefined
}
