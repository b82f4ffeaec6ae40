import { startTestNats, type TestNats } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bus, type ErrorHandler, RequestError } from './bus.ts'
import { MAX_MESSAGE_BYTES } from './codec.ts'
import { createInProcessBus } from './in-process-bus.ts'
import { createNatsBus } from './nats-bus.ts'
import { subjectWord } from './subject.ts'

interface Carrier {
  readonly name: string
  prepare(): Promise<void>
  /** The ends of two servers; in process both are the same. */
  open(onError: ErrorHandler): Promise<{ here: Bus; there: Bus }>
  release(): Promise<void>
}

let nats: TestNats

const IN_PROCESS: Carrier = {
  name: 'in process',
  prepare: async () => {},
  open: async (onError) => {
    const bus = createInProcessBus(onError)
    return { here: bus, there: bus }
  },
  release: async () => {},
}

const openNats = (onError: ErrorHandler = () => {}) => createNatsBus({ urls: [nats.url], name: 'test', onError })

const NATS: Carrier = {
  name: 'NATS',
  prepare: async () => {
    nats = await startTestNats()
  },
  open: async (onError) => ({ here: await openNats(onError), there: await openNats(onError) }),
  release: () => nats.stop(),
}

describe.each([IN_PROCESS, NATS])('the bus over $name', (carrier) => {
  let here: Bus
  let there: Bus
  const reported: string[] = []
  beforeAll(() => carrier.prepare())
  afterAll(() => carrier.release())
  beforeEach(async () => {
    reported.length = 0
    const buses = await carrier.open((error, subject) => reported.push(`${subject}: ${(error as Error).message}`))
    here = buses.here
    there = buses.there
  })
  afterEach(async () => {
    await here.close()
    await there.close()
  })

  /** Waits until subscriptions are in effect and published messages have arrived. */
  async function settle(): Promise<void> {
    for (const bus of [there, here, there]) await bus.flush()
  }

  async function received(pattern: string, subjects: string[]): Promise<string[]> {
    const got: string[] = []
    here.subscribe(pattern, (message) => void got.push(message.subject))
    await settle()
    for (const subject of subjects) there.publish(subject, null)
    await settle()
    return got
  }

  it('delivers to an exact subject, in order', async () => {
    const got: unknown[] = []
    here.subscribe('a.b', (message) => void got.push(message.payload))
    await settle()
    for (let n = 0; n < 100; n++) there.publish('a.b', n)
    there.publish('a.c', 'other')
    await settle()
    expect(got).toEqual(Array.from({ length: 100 }, (_, n) => n))
  })

  it('delivers to the sender, too', async () => {
    const got: unknown[] = []
    here.subscribe('own', (message) => void got.push(message.payload))
    here.publish('own', 1)
    await settle()
    expect(got).toEqual([1])
  })

  it('matches one word with * and the rest with >', async () => {
    expect(await received('a.*', ['a', 'a.b', 'a.b.c', 'b.a'])).toEqual(['a.b'])
    expect(await received('a.>', ['a', 'a.b', 'a.b.c', 'ab.c'])).toEqual(['a.b', 'a.b.c'])
    expect(await received('*.x.>', ['q.x', 'q.x.y', 'q.y.z'])).toEqual(['q.x.y'])
  })

  it('accepts instrument ids as words of a subject', async () => {
    expect(await received('prices.*', ['prices.EURUSD:OANDA'])).toEqual(['prices.EURUSD:OANDA'])
  })

  it.each(['EURUSD.m:ICM', 'A:X||B.c:Y', 'a b*>%2e'])(
    'delivers what is about %s as one word of its subject',
    async (id) => {
      const subject = `price.${subjectWord(id)}`
      expect(await received('price.*', [subject])).toEqual([subject])
    },
  )

  it('delivers different ids to different subjects', async () => {
    const [dotted, escaped] = ['a.b', 'a%2eb'].map((id) => `price.${subjectWord(id)}`) as [string, string]
    expect(await received(dotted, [dotted, escaped])).toEqual([dotted])
  })

  it('delivers at most once, and nothing from before the subscription', async () => {
    const got: unknown[] = []
    there.publish('early', 1)
    await settle()
    here.subscribe('early', (message) => void got.push(message.payload))
    await settle()
    there.publish('early', 2)
    await settle()
    expect(got).toEqual([2])
  })

  it('delivers each message to one member of a queue and to everybody outside it', async () => {
    const counts = [0, 0, 0]
    here.subscribe('job', () => void counts[0]!++, { queue: 'q' })
    there.subscribe('job', () => void counts[1]!++, { queue: 'q' })
    here.subscribe('job', () => void counts[2]!++)
    await settle()
    for (let n = 0; n < 200; n++) there.publish('job', n)
    await settle()
    expect(counts[0]! + counts[1]!).toBe(200)
    expect(Math.min(counts[0]!, counts[1]!)).toBeGreaterThan(20)
    expect(counts[2]).toBe(200)
  })

  it('never shares an object between sender and receivers', async () => {
    const sent = { list: [1] }
    const got: { list: number[] }[] = []
    for (let n = 0; n < 2; n++) {
      here.subscribe('o', (message) => {
        const payload = message.payload as { list: number[] }
        payload.list.push(9)
        got.push(payload)
      })
    }
    here.publish('o', sent)
    sent.list.push(2)
    await settle()
    expect(got).toEqual([{ list: [1, 9] }, { list: [1, 9] }])
    expect(sent.list).toEqual([1, 2])
  })

  it('delivers nothing after unsubscribe', async () => {
    let count = 0
    const subscription = here.subscribe('a', () => void count++)
    await settle()
    there.publish('a', null)
    await settle()
    subscription.unsubscribe()
    there.publish('a', null)
    await settle()
    expect(count).toBe(1)
  })

  it('reports what a receiver throws, and delivers to the others', async () => {
    let reached = 0
    here.subscribe('a', () => {
      throw new Error('sync')
    })
    here.subscribe('a', async () => {
      throw new Error('async')
    })
    here.subscribe('a', () => void reached++)
    await settle()
    there.publish('a', null)
    await settle()
    expect(reported.toSorted()).toEqual(['a: async', 'a: sync'])
    expect(reached).toBe(1)
  })

  it('replies to requests', async () => {
    here.serve('sum', (message) => (message.payload as number[]).reduce((sum, n) => sum + n, 0))
    await settle()
    expect(await there.request('sum', [1, 2, 3], 5000)).toBe(6)
    expect(await here.request('sum', [4, 5], 5000)).toBe(9)
  })

  it('reports at once that nobody serves a subject', async () => {
    await expect(here.request('nobody', null, 60_000)).rejects.toMatchObject({ kind: 'no-responders' })
  })

  it('gives up on a request after the timeout', async () => {
    here.serve('slow', () => new Promise(() => {}))
    await settle()
    await expect(there.request('slow', null, 30)).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('reports a failure of the server to the requester', async () => {
    here.serve('bad', () => {
      throw new Error('no such thing')
    })
    await settle()
    const error = await there.request('bad', null, 5000).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({ kind: 'failed', message: 'no such thing' })
  })

  it('delivers a burst completely and in order, despite a receiver that never finishes', async () => {
    const [messages, got] = [20_000, [] as number[]]
    here.subscribe('burst', () => new Promise(() => {}))
    const whole = new Promise<void>((done) => {
      here.subscribe('burst', ({ payload }) => {
        got.push((payload as { n: number }).n)
        if (got.length === messages) done()
      })
    })
    await settle()
    for (let n = 0; n < messages; n++) there.publish('burst', { n, text: 'x'.repeat(100) })
    await whole
    expect(got.every((n, i) => n === i)).toBe(true)
  })

  it('delivers large messages unchanged and refuses those above the limit', async () => {
    const text = '€'.repeat(Math.floor((MAX_MESSAGE_BYTES - 2) / 3))
    const got: unknown[] = []
    here.subscribe('big', ({ payload }) => void got.push(payload))
    here.serve('big.request', ({ payload }) => payload)
    here.serve('big.reply', () => 'x'.repeat(MAX_MESSAGE_BYTES))
    await settle()
    there.publish('big', text)
    await settle()
    expect(got).toEqual([text])
    expect(() => there.publish('big', `${text}xxx`)).toThrow(RangeError)
    expect(await there.request('big.request', text.slice(0, 300_000), 5000)).toHaveLength(300_000)
    await expect(there.request('big.reply', null, 5000)).rejects.toMatchObject({ kind: 'failed' })
  })

  it('is silent after close', async () => {
    let count = 0
    here.subscribe('a', () => void count++)
    await settle()
    await here.close()
    await here.close()
    there.publish('a', null)
    here.publish('a', null)
    await there.flush()
    expect(count).toBe(0)
    expect(() => here.subscribe('a', () => {})).toThrow('The bus is closed')
    await expect(here.request('a', null, 60_000)).rejects.toMatchObject({ kind: 'no-responders' })
  })

  it.each(['', 'a..b', 'a b', 'a.*', 'a.>', '.a'])('refuses to publish to %j', (subject) => {
    expect(() => here.publish(subject, null)).toThrow(TypeError)
  })

  it.each(['', 'a..b', '>.a', 'a*', 'a.>b'])('refuses to subscribe to %j', (pattern) => {
    expect(() => here.subscribe(pattern, () => {})).toThrow(TypeError)
  })
})

describe('the bus over an interrupted NATS', () => {
  beforeAll(async () => {
    nats = await startTestNats()
  })
  afterAll(() => nats.stop())

  it('loses messages during the interruption, reports the gap, and then delivers again', async () => {
    const [here, there] = [await openNats(), await openNats()]
    const got: unknown[] = []
    here.subscribe('a', ({ payload }) => void got.push(payload))
    here.serve('sum', ({ payload }) => (payload as number) + 1)
    await here.flush()
    there.publish('a', 1)
    await expect.poll(() => got).toEqual([1])
    const gaps = [gapOf(here), gapOf(there)]
    await nats.kill()
    await expect.poll(() => [here.isConnected, there.isConnected]).toEqual([false, false])
    for (let n = 0; n < 1000; n++) there.publish('a', 'lost')
    await expect(there.request('sum', 1, 5000)).rejects.toMatchObject({ kind: 'disconnected' })
    const late: unknown[] = []
    here.subscribe('late', ({ payload }) => void late.push(payload))
    await nats.start()
    await Promise.all(gaps)
    expect([here.isConnected, there.isConnected]).toEqual([true, true])
    there.publish('a', 2)
    there.publish('late', 3)
    await expect.poll(() => late).toEqual([3])
    expect(got).toEqual([1, 2])
    expect(await there.request('sum', 1, 5000)).toBe(2)
    await Promise.all([here.close(), there.close()])
  })

  it('starts without NATS', async () => {
    await nats.kill()
    const bus = await openNats()
    const got: unknown[] = []
    bus.subscribe('a', ({ payload }) => void got.push(payload))
    expect(bus.isConnected).toBe(false)
    bus.publish('a', 'lost')
    const gap = gapOf(bus)
    await nats.start()
    await gap
    bus.publish('a', 1)
    await expect.poll(() => got).toEqual([1])
    await bus.close()
  })

  it('closes during an interruption', async () => {
    const bus = await openNats()
    await nats.kill()
    await expect.poll(() => bus.isConnected).toBe(false)
    await bus.close()
    await nats.start()
  })
})

function gapOf(bus: Bus): Promise<void> {
  return new Promise((done) => bus.onGap(done))
}
