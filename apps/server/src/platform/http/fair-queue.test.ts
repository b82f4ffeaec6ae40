import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FairQueue, type Party } from './fair-queue.ts'

const party = (key: string, running = 2, waiting = 10): Party => ({ key, running, waiting })

function setUp(running: number, waiting = 100) {
  const queue = new FairQueue({ running, waiting })
  const started: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, ...parties: [Party, ...Party[]]): Promise<string> =>
    queue.run(parties, () => {
      started.push(name)
      return new Promise((done) => ends.push(() => done(name)))
    })
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    await turn()
  }
  return { queue, started, ask, endOne }
}

it('serves waiting parties in turns, however many requests each has', async () => {
  const { started, ask, endOne } = setUp(1)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => ask(name, party(name.slice(0, 1))))
  for (let n = 0; n < 7; n++) await endOne()
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  expect(await Promise.all(all)).toHaveLength(7)
})

it('leaves room for others when one party has used its share', async () => {
  const { queue, started, ask } = setUp(3)
  for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name, party(name.slice(0, 1)))
  await turn()
  expect(started).toEqual(['a1', 'a2', 'b1'])
  expect(queue).toMatchObject({ running: 3, waiting: 1 })
})

it('applies the limits of all parties of a request', async () => {
  const { started, ask, endOne } = setUp(5)
  const address = party('address', 2)
  for (const name of ['a', 'b', 'c']) void ask(name, party(name), address)
  await turn()
  expect(started).toEqual(['a', 'b'])
  await endOne()
  expect(started).toEqual(['a', 'b', 'c'])
})

it('rejects a party above its limit, and everybody when the queue is full', async () => {
  const { ask } = setUp(1, 3)
  for (const name of ['a1', 'a2', 'a3']) void ask(name, party('a', 1, 2))
  await expect(ask('a4', party('a', 1, 2))).rejects.toMatchObject({ status: 429, retryAfter: 2 })
  void ask('b1', party('b'))
  await expect(ask('c1', party('c'))).rejects.toMatchObject({ status: 503, retryAfter: 2 })
})

it('continues after failed work and skips work that nobody waits for', async () => {
  const queue = new FairQueue({ running: 1, waiting: 5 })
  const failing = queue.run([party('a')], () => Promise.reject(new Error('no')))
  const left = queue.run(
    [party('b')],
    () => Promise.resolve('done'),
    () => true,
  )
  const last = queue.run([party('c')], () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('no')
  await expect(left).rejects.toMatchObject({ code: 'gone' })
  await expect(last).resolves.toBe('done')
  expect(queue).toMatchObject({ running: 0, waiting: 0 })
})
