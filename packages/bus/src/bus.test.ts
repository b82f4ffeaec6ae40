import { createInProcessBus } from './in-process-bus.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Bus, RequestError } from './bus.ts'

/**
 * What every bus must do, whatever carries its messages. `settle` waits until what was published has arrived.
 */
function busContract(name: string, open: () => Promise<Bus>, settle: () => Promise<void>): void {
  describe(`bus contract: ${name}`, () => {
    let bus: Bus
    beforeEach(async () => {
      bus = await open()
    })
    afterEach(() => bus.close())

    async function received(pattern: string, subjects: string[], queue?: string): Promise<string[]> {
      const got: string[] = []
      bus.subscribe(pattern, (message) => void got.push(message.subject), queue === undefined ? {} : { queue })
      for (const subject of subjects) bus.publish(subject, null)
      await settle()
      return got
    }

    it('delivers to an exact subject, in order', async () => {
      const got: unknown[] = []
      bus.subscribe('a.b', (message) => void got.push(message.payload))
      for (let n = 0; n < 100; n++) bus.publish('a.b', n)
      bus.publish('a.c', 'other')
      await settle()
      expect(got).toEqual(Array.from({ length: 100 }, (_, n) => n))
    })

    it('matches one word with * and the rest with >', async () => {
      expect(await received('a.*', ['a', 'a.b', 'a.b.c', 'b.a'])).toEqual(['a.b'])
      expect(await received('a.>', ['a', 'a.b', 'a.b.c', 'ab.c'])).toEqual(['a.b', 'a.b.c'])
      expect(await received('*.x.>', ['q.x', 'q.x.y', 'q.y.z'])).toEqual(['q.x.y'])
    })

    it('gives each message to one member of a queue and to everybody outside of it', async () => {
      const counts = [0, 0, 0]
      bus.subscribe('job', () => void counts[0]!++, { queue: 'q' })
      bus.subscribe('job', () => void counts[1]!++, { queue: 'q' })
      bus.subscribe('job', () => void counts[2]!++)
      for (let n = 0; n < 200; n++) bus.publish('job', n)
      await settle()
      expect(counts[0]! + counts[1]!).toBe(200)
      expect(Math.min(counts[0]!, counts[1]!)).toBeGreaterThan(20)
      expect(counts[2]).toBe(200)
    })

    it('never shares an object between sender and receivers', async () => {
      const sent = { list: [1] }
      const got: { list: number[] }[] = []
      for (let n = 0; n < 2; n++) {
        bus.subscribe('o', (message) => {
          const payload = message.payload as { list: number[] }
          payload.list.push(9)
          got.push(payload)
        })
      }
      bus.publish('o', sent)
      sent.list.push(2)
      await settle()
      expect(got).toEqual([{ list: [1, 9] }, { list: [1, 9] }])
      expect(sent.list).toEqual([1, 2])
    })

    it('delivers nothing after unsubscribe', async () => {
      let count = 0
      const subscription = bus.subscribe('a', () => void count++)
      bus.publish('a', null)
      await settle()
      subscription.unsubscribe()
      bus.publish('a', null)
      await settle()
      expect(count).toBe(1)
    })

    it('replies to requests', async () => {
      bus.serve('sum', (message) => (message.payload as number[]).reduce((sum, n) => sum + n, 0))
      await settle()
      expect(await bus.request('sum', [1, 2, 3], 5000)).toBe(6)
    })

    it('says at once that nobody serves a subject', async () => {
      await expect(bus.request('nobody', null, 60_000)).rejects.toMatchObject({ kind: 'no-responders' })
    })

    it('gives up after the time allowed', async () => {
      bus.serve('slow', () => new Promise(() => {}))
      await settle()
      await expect(bus.request('slow', null, 30)).rejects.toMatchObject({ kind: 'timeout' })
    })

    it('tells the asker that the server failed', async () => {
      bus.serve('bad', () => {
        throw new Error('no such thing')
      })
      await settle()
      const error = await bus.request('bad', null, 5000).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(RequestError)
      expect(error).toMatchObject({ kind: 'failed', message: 'no such thing' })
    })

    it.each(['', 'a..b', 'a b', 'a.*', 'a.>', '.a'])('refuses to publish to %j', (subject) => {
      expect(() => bus.publish(subject, null)).toThrow(TypeError)
    })

    it.each(['', 'a..b', '>.a', 'a*', 'a.>b'])('refuses to subscribe to %j', (pattern) => {
      expect(() => bus.subscribe(pattern, () => {})).toThrow(TypeError)
    })
  })
}

const settle = () => new Promise<void>((done) => setImmediate(done))

busContract('in process', async () => createInProcessBus(() => {}), settle)

it('reports what a receiver throws, and goes on', async () => {
  const errors: string[] = []
  const bus = createInProcessBus((error, subject) => void errors.push(`${subject}: ${(error as Error).message}`))
  let reached = 0
  bus.subscribe('a', () => {
    throw new Error('sync')
  })
  bus.subscribe('a', async () => {
    throw new Error('async')
  })
  bus.subscribe('a', () => void reached++)
  bus.publish('a', null)
  await settle()
  expect(errors.toSorted()).toEqual(['a: async', 'a: sync'])
  expect(reached).toBe(1)
})
