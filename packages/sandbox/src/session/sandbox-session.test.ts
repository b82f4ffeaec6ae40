import { expect, it } from 'vitest'
import type { RunnerProcess } from '../runner-process.ts'
import { SESSION_LIMITS } from './session-protocol.ts'
import { SandboxSession } from './sandbox-session.ts'
import { engineSession, SESSION_SPEC, ticks } from './session.fixture.ts'

it('takes the state of a session for lost when its runner passes over an input without an error', async () => {
  const source = 'function onTick() {}'
  const session = engineSession(source)
  const rest = { requests: [], records: session.drain(), live: session.live(), warmup: [] }
  const answers = [0, 1, 1].map((taken) => ({ status: 'answered', cpuMs: 1, ending: null, output: { taken, ...rest } }))
  let isKilled = false
  // A compromised runner: the real one answers for every input or reports an error.
  const runner = { call: () => Promise.resolve(answers.shift()), kill: () => (isKilled = true) }
  const job = { source, indicators: [], spec: SESSION_SPEC, sendsOrders: true, limits: SESSION_LIMITS }
  const compromised = new SandboxSession(runner as unknown as RunnerProcess, job)
  expect(await compromised.start()).toMatchObject({ status: 'answered' })
  expect(await compromised.take([ticks(SESSION_SPEC.start, 1)])).toMatchObject({ status: 'answered' })
  const two = [ticks(SESSION_SPEC.start + 2_000, 1), ticks(SESSION_SPEC.start + 3_000, 1)]
  expect(await compromised.take(two)).toEqual({
    status: 'lost',
    error: { message: 'The runner took 1 of 2 inputs without an error' },
  })
  expect(isKilled).toBe(true)
})
