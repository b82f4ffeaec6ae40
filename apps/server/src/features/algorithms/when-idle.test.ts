import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { whenIdle } from './when-idle.ts'

it('waits until fewer processes want to run than there are processors', async () => {
  const loads = [availableParallelism() + 3, availableParallelism(), availableParallelism() - 0.5]
  await whenIdle(new AbortController().signal, () => loads.shift() ?? NaN)
  expect(loads).toEqual([])
})

it('waits no longer once it is aborted', async () => {
  const abort = new AbortController()
  const waiting = whenIdle(abort.signal, () => Infinity)
  abort.abort()
  await waiting
})
