// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { addEquity, forgetEquity, liveEquityStore } from './live-equity.ts'

it('collects the equity of a run, thinned out when there is too much, from its first value to its last', async () => {
  addEquity({ id: 'run', equity: null })
  for (let equity = 1; equity <= 241; equity++) addEquity({ id: 'run', equity })
  const shape = (values: readonly number[] = []) => [values.length, values[0], values.at(-1)]
  await expect.poll(() => shape(liveEquityStore.get('run'))).toEqual([121, 1, 241])
  forgetEquity('run')
  await expect.poll(() => liveEquityStore.get('run')).toBeUndefined()
})
