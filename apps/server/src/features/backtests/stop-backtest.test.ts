import { RequestError } from '@tradeloom/bus'
import { expect, it } from 'vitest'
import type { BacktestRecord } from './backtests.repository.ts'
import { BacktestRuns } from './backtest-runs.service.ts'

/** A service whose run is in progress somewhere, and whose bus fails in some way. */
function stopWith(kind: RequestError['kind'], isPerformed: boolean) {
  const backtest = {
    id: 'run',
    userId: 'ann',
    status: 'In Progress',
    models: {},
    externals: {},
    createdAt: new Date(0),
  }
  const ended: string[] = []
  const record = { row: backtest, isPublic: false, declared: [] } as unknown as BacktestRecord
  const service = new BacktestRuns({
    backtests: { own: async () => record },
    repository: {
      finishIn: async (_: unknown, id: string) => {
        ended.push(id)
        return true
      },
    },
    jobs: {
      isPerformed: async () => isPerformed,
      cancel: async (_: unknown, __: string, work: (tx: unknown) => Promise<unknown>) => void (await work({})),
    },
    bus: { request: () => Promise.reject(new RequestError(kind, 'no reply')), publish: () => undefined },
  } as never)
  return { stop: () => service.stop('run', 'ann'), ended }
}

const OUT_OF_REACH = 'The runner of this backtest could not be reached. Please try again in a moment'

it.each([
  ['its runner does not reply in time', 'timeout', true],
  ['the bus is cut', 'disconnected', true],
  ['its runner is alive but not on the bus', 'no-responders', true],
] as const)('does not end a run without its result if %s', async (_, kind, isPerformed) => {
  const { stop, ended } = stopWith(kind, isPerformed)
  await expect(stop()).rejects.toMatchObject({ code: 'runner-out-of-reach', message: OUT_OF_REACH })
  expect(ended).toEqual([])
})

it('ends a run that no runner performs any more', async () => {
  const { stop, ended } = stopWith('no-responders', false)
  // The row of this test is incomplete, so the response cannot be built.
  await stop().catch(() => undefined)
  expect(ended).toEqual(['run'])
})
