import { expect, it } from 'vitest'
import { OneAtATime } from './one-at-a-time.ts'

it('performs work with one key in turn, other work at the same time, and goes on after a failure', async () => {
  const queue = new OneAtATime()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = queue.take('ann', () => gate.promise.then(() => Promise.reject(new Error('failed'))))
  const second = queue.take('ann', async () => void done.push('ann'))
  await queue.take('bob', async () => void done.push('bob'))
  expect(done).toEqual(['bob'])
  gate.resolve()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(done).toEqual(['bob', 'ann'])
})
