// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { addEquity, forgetEquity, liveEquityStore } from './live-equity.ts'

it('collects the equity of a run, thinned out when there is too much, from its first value to its last', async () => {
  addEquity({ id: 'run', equity: null, progress: 0 })
  for (let equity = 1; equity <= 241; equity++) addEquity({ id: 'run', equity, progress: equity / 10 })
  const shape = (values: readonly number[] = []) => [values.length, values[0], values.at(-1)]
  await expect.poll(() => shape(liveEquityStore.get('run'))).toEqual([121, 1, 241])
  forgetEquity('run')
  await expect.poll(() => liveEquityStore.get('run')).toBeUndefined()
})

it('starts over with a run that starts again', async () => {
  for (const progress of [10, 20, 57]) addEquity({ id: 'again', equity: progress, progress })
  for (const progress of [5, 8]) addEquity({ id: 'again', equity: progress, progress })
  await expect.poll(() => liveEquityStore.get('again')).toEqual([5, 8])
  forgetEquity('again')
})
