import { setTimeout as sleep } from 'node:timers/promises'
import { SocketClient } from '@tradeloom/testkit'
import type { LiveWork } from './live-work.ts'

/** How long it took until everything worked again, in milliseconds. */
export interface Recovery {
  /** From the kill until the process was there again. */
  readonly again: number
  /** From then on, until a page and its data are answered, and until a new socket shows accounts. */
  readonly page: number
  readonly socket: number
  /** From then on, until a socket has a new price, an order was filled, and each session has seen a new price. */
  readonly price: number
  readonly order: number
  readonly sessions: number
}

const LOOK_MS = 20

/** Called when the process is there again. */
export async function awaitRecovery(work: LiveWork, killedAt: number): Promise<Recovery> {
  const back = performance.now()
  const since = async (reached: Promise<unknown>): Promise<number> => {
    await reached
    return performance.now() - back
  }
  const [page, socket, price, order, sessions] = await Promise.all([
    since(pageAnswers(work)),
    since(socketAnswers(work)),
    since(priceComes(work)),
    since(orderIsFilled(work)),
    since(work.untilSessionsMove()),
  ])
  return { again: back - killedAt, page, socket, price, order, sessions }
}

async function pageAnswers({ traders }: LiveWork): Promise<void> {
  const client = traders[0]?.client
  for (const path of ['/', '/api/positions/open']) {
    while ((await client?.get(path).catch(() => null))?.status !== 200) await sleep(LOOK_MS)
  }
}

/** The state of accounts comes first after subscribing. */
function socketAnswers(work: LiveWork): Promise<void> {
  return eventComes(work, ['balances'], () => true)
}

/** One that was received after the subscription. */
function priceComes(work: LiveWork): Promise<void> {
  const topics = ['BTCUSDT:SIM', 'ETHUSDT:SIM', 'BTCUSDT:SIM2', 'ETHUSDT:SIM2'].map((id) => `price.${id}`)
  return eventComes(work, topics, ({ event, data }) => event === 'price' && data.isCached === false)
}

interface Event {
  readonly event: string
  readonly data: { readonly isCached?: boolean }
}

/** Like a page, opens its socket again until it has what it waits for. */
async function eventComes(
  { traders }: LiveWork,
  topics: readonly string[],
  fits: (event: Event) => boolean,
): Promise<void> {
  for (;;) {
    try {
      const socket = await new SocketClient((traders[0] as LiveWork['traders'][number]).client).opened()
      socket.socket.on('error', () => undefined)
      for (const topic of topics) socket.send({ type: 'subscribe', topic })
      await socket
        .next((message) => message.type === 'event' && fits(message.payload as unknown as Event))
        .finally(() => socket.close())
      return
    } catch {
      await sleep(LOOK_MS)
    }
  }
}

async function orderIsFilled({ ask, traders }: LiveWork): Promise<void> {
  const since = new Date()
  const users = traders.map(({ userId }) => userId)
  const query = `select from intents where user_id = any($1) and session_id is null and decided_at > $2 and state = 'FILLED' limit 1`
  while ((await ask(query, [users, since])).length === 0) await sleep(LOOK_MS)
}
