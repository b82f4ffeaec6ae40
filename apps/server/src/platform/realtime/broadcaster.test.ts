import { createInProcessBus } from '@tradeloom/bus'
import type { MarketImport, ServerEvent } from '@tradeloom/contracts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { AppError, notFound } from '../errors/app-error.ts'
import { Broadcaster } from './broadcaster.ts'
import type { Client } from './client.ts'
import { ownTopic, type Topic, type Update } from './topic.ts'
import { TopicRegistry } from './topic-registry.ts'

interface Message {
  readonly userId: string
  readonly id: string
  readonly progress: number
  readonly isCoalesced: boolean
}

/** A listener whose reads the test controls. */
class Listener {
  readonly got: string[] = []
  isSlow = false
  readonly userId: string

  constructor(userId: string) {
    this.userId = userId
  }

  sendText(text: string): void {
    const { payload } = JSON.parse(text) as { payload: ServerEvent }
    this.got.push(payload.event === 'import' ? `${payload.data.id} ${payload.data.progress}` : payload.event)
  }
}

const importUpdate = (id: string, progress: number): Update => ({
  key: id,
  event: { event: 'import', data: { id, progress } as MarketImport },
})

function setUp() {
  const snapshot = vi.fn(async (): Promise<Update[]> => [])
  const topic = ownTopic({
    subject: 'import.*',
    snapshot,
    change: ({ userId, id, progress, isCoalesced }: Message) => ({
      userId,
      ...importUpdate(id, progress),
      isCoalesced,
    }),
  })
  const registry = new TopicRegistry([{ name: 'imports', topic, key: 'read' }])
  const inner = createInProcessBus(() => {})
  const gaps = new Set<() => void>()
  const bus = { ...inner, onGap: (listener: () => void) => (gaps.add(listener), { unsubscribe: () => undefined }) }
  const warn = vi.fn()
  const broadcaster = new Broadcaster({ bus, registry, logger: { warn } })
  return {
    broadcaster,
    snapshot,
    warn,
    listen(userId = 'ann') {
      const listener = new Listener(userId)
      const client = listener as unknown as Client
      const room = broadcaster.open(client, 'imports', registry.find('imports'), userId)
      return {
        listener,
        got: listener.got,
        opened: () => broadcaster.opened(client, room),
        close: () => broadcaster.closeAll(client),
      }
    },
    async publish(id: string, progress: number, { isCoalesced = false, userId = 'ann' } = {}) {
      inner.publish(`import.${id}`, { userId, id, progress, isCoalesced } satisfies Message)
      await Promise.resolve()
    },
    async reconnect() {
      for (const listener of gaps) listener()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it("sends changes only to the topic's listeners", async () => {
  const { listen, publish } = setUp()
  const [ann, bob] = [listen('ann'), listen('bob')]
  ann.opened()
  bob.opened()
  await publish('a', 1)
  await publish('b', 2, { userId: 'bob' })
  ann.close()
  await publish('a', 3)
  expect([ann.got, bob.got]).toEqual([['a 1'], ['b 2']])
})

it('sends the first of frequently changing numbers at once, then only the latest, and none after the end event', async () => {
  const { listen, publish } = setUp()
  const { opened, got } = listen()
  opened()
  await publish('a', 0, { isCoalesced: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(got).toEqual(['a 0'])
  got.length = 0
  for (const progress of [1, 2, 3]) await publish('a', progress, { isCoalesced: true })
  await publish('b', 5, { isCoalesced: true })
  await vi.advanceTimersByTimeAsync(49)
  expect(got).toEqual([])
  await vi.advanceTimersByTimeAsync(51)
  expect(got).toEqual(['a 3', 'b 5'])
  await publish('a', 99, { isCoalesced: true })
  await publish('a', 100)
  expect(got).toEqual(['a 3', 'b 5', 'a 100'])
  await vi.advanceTimersByTimeAsync(200)
  expect(got).toHaveLength(3)
})

it('sends numbers that change together at once, together', async () => {
  const { listen, publish } = setUp()
  const { opened, got } = listen()
  opened()
  await Promise.all([publish('a', 1, { isCoalesced: true }), publish('b', 2, { isCoalesced: true })])
  expect(got).toEqual(['a 1', 'b 2'])
})

it('holds changes back until the snapshot has been sent', async () => {
  const { listen, publish } = setUp()
  const { opened, got } = listen()
  await publish('a', 1)
  expect(got).toEqual([])
  opened()
  expect(got).toEqual(['a 1'])
})

it('sends a stalled client the latest update of each key once it reads again, while other clients miss nothing', async () => {
  const { listen, publish } = setUp()
  const [slow, quick] = [listen(), listen()]
  slow.opened()
  quick.opened()
  slow.listener.isSlow = true
  for (let progress = 1; progress <= 50; progress++) {
    await publish('a', progress)
    await publish('b', -progress)
  }
  expect(slow.got).toEqual([])
  expect(quick.got).toHaveLength(100)
  slow.listener.isSlow = false
  await vi.advanceTimersByTimeAsync(50)
  expect(slow.got).toEqual(['a 50', 'b -50'])
  await publish('a', 51)
  expect(slow.got.at(-1)).toBe('a 51')
})

it('keeps a limited number of changes for a stalled client and then reads the state again', async () => {
  const { listen, publish, snapshot } = setUp()
  const { listener, opened, got } = listen()
  opened()
  listener.isSlow = true
  for (let n = 0; n < 600; n++) await publish(`id${n}`, n)
  snapshot.mockResolvedValueOnce([importUpdate('state', 7)])
  listener.isSlow = false
  await vi.advanceTimersByTimeAsync(50)
  expect(got).toEqual(['state 7', 'missed'])
})

it('sends the state and a notice to all listeners if messages may have been missed', async () => {
  const { listen, snapshot, reconnect } = setUp()
  const [ann, bob] = [listen('ann'), listen('bob')]
  ann.opened()
  bob.opened()
  snapshot.mockImplementation(async () => [importUpdate('a', 60)])
  await reconnect()
  expect([ann.got, bob.got]).toEqual([
    ['a 60', 'missed'],
    ['a 60', 'missed'],
  ])
})

it('drops a state that became outdated while it was read', async () => {
  const { listen, publish, snapshot, reconnect } = setUp()
  const { opened, got } = listen()
  opened()
  const { promise, resolve } = Promise.withResolvers<Update[]>()
  snapshot.mockReturnValueOnce(promise)
  await reconnect()
  await publish('a', 100)
  resolve([importUpdate('a', 60), importUpdate('b', 10)])
  await vi.advanceTimersByTimeAsync(0)
  expect(got).toEqual(['a 100', 'b 10', 'missed'])
})

it('reads the state again while the database is down, and gives up on deleted topics', async () => {
  const { listen, snapshot, reconnect, warn } = setUp()
  const { opened, got } = listen()
  opened()
  snapshot.mockRejectedValueOnce(new AppError('unavailable', 'database-away', 'away'))
  await reconnect()
  expect([got, warn.mock.calls.length]).toEqual([[], 1])
  snapshot.mockRejectedValueOnce(notFound('Backtest'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(got).toEqual(['missed'])
})

it('a topic on demand publishes to those who listen to its id, and is closed after the last of them', async () => {
  const publishes = new Map<string, (progress: number) => void>()
  const topic: Topic = {
    admit: async () => 'all',
    snapshot: async () => [],
    changes: () => [],
    open(id, publish) {
      publishes.set(id, (progress) => publish({ audience: 'all', isCoalesced: false, ...importUpdate(id, progress) }))
      return { release: () => void publishes.delete(id) }
    },
  }
  const registry = new TopicRegistry([{ name: 'price.{id}', topic, key: 'read', id: z.string() }])
  const broadcaster = new Broadcaster({ bus: createInProcessBus(() => {}), registry, logger: { warn: vi.fn() } })
  const listeners = ['EURUSD.m:ICM', 'EURUSD.m:ICM', 'GBPUSD:ICM'].map((id) => {
    const listener = new Listener('ann')
    const client = listener as unknown as Client
    broadcaster.opened(client, broadcaster.open(client, `price.${id}`, registry.find(`price.${id}`), 'all'))
    return { listener, close: () => broadcaster.closeAll(client) }
  })
  expect([...publishes.keys()]).toEqual(['EURUSD.m:ICM', 'GBPUSD:ICM'])
  publishes.get('EURUSD.m:ICM')?.(7)
  expect(listeners.map(({ listener }) => listener.got)).toEqual([['EURUSD.m:ICM 7'], ['EURUSD.m:ICM 7'], []])
  listeners[0]?.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(publishes.size).toBe(2)
  listeners[1]?.close()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([...publishes.keys()]).toEqual(['GBPUSD:ICM'])
  broadcaster.stop()
  expect(publishes.size).toBe(0)
})
