import { specHash } from '@tradeloom/database'
import { ENGINE_VERSION, type SessionSpec } from '@tradeloom/engine'
import { BundleMissing, type SessionRequest } from '@tradeloom/sandbox'
import { expect, it } from 'vitest'
import { SessionFailed } from './session-answers.ts'
import { replayedOn, startOn } from './session-engine.ts'
import type { SessionRow } from './session-row.ts'
import { type EngineInput, engineOf } from './stored-input.ts'

const OWN: EngineInput = { kind: 'ENGINE', bundle: 'own', version: '2.0.0' }
const SCRIPT = { source: 'let count = 0', scriptHash: 'script', indicators: [] }
const spec = { initialBalance: 1000 } as SessionSpec
const row = { spec, specHash: specHash(spec, 'script'), engineVersion: '2.0.0' } as unknown as SessionRow

/** Starts on this engine where only the installed one is there. */
function started(engine: EngineInput | null, changes: { row?: SessionRow; script?: typeof SCRIPT | null } = {}) {
  const asked: (string | undefined)[] = []
  const start = async ({ bundle }: SessionRequest): Promise<never> => {
    asked.push(bundle)
    throw bundle === 'own' ? new BundleMissing('none') : new Error('started')
  }
  const ended = startOn(engine, { host: { start }, row, script: SCRIPT, spec, ...changes })
  return ended.catch((error: Error) => ({ asked, message: error.message, isFinal: error instanceof SessionFailed }))
}

it('a session is started on its own engine, and fails for good where that is gone', async () => {
  expect(await started(OWN)).toEqual({
    asked: ['own'],
    isFinal: true,
    message:
      `Engine 2.0.0, on which it runs, is no longer in the data folder, and engine ${ENGINE_VERSION}, which is installed, ` +
      `may decide otherwise. Its positions keep their stops; start the algorithm again to trade on`,
  })
  expect(await started({ ...OWN, version: ENGINE_VERSION })).toMatchObject({
    message: expect.stringContaining('another build of it, which is installed'),
  })
  expect(await started(null)).toEqual({ asked: [undefined], isFinal: false, message: 'started' })
})

it('a session whose settings or script are no longer those of its start is not replayed', async () => {
  const changes = [
    { row: { ...row, spec: { initialBalance: 1001 } } },
    { script: { ...SCRIPT, scriptHash: 'other' } },
    { script: null },
  ]
  for (const change of changes) expect(await started(OWN, change)).toMatchObject({ asked: [], isFinal: true })
})

it('the engine of a session is that of its last start, and is named where another one is installed', () => {
  const newer = { ...OWN, bundle: 'newer' }
  const inputs = [OWN, newer, { kind: 'CLOSE_UNTIL', time: 0 } as const]
  const placed = inputs.map((input, seq) => ({ seq, afterRow: 0, input }))
  expect([engineOf(placed), engineOf(placed.slice(2))]).toEqual([newer, null])
  const on = (engine: EngineInput | null, engineVersion: string) =>
    replayedOn(engine, { host: { bundle: 'own' }, row: { ...row, engineVersion } })
  expect([on(OWN, '2.0.0'), on(newer, '2.0.0')]).toEqual(['', ', on its own engine 2.0.0'])
  expect([on(null, ENGINE_VERSION), on(null, '1.0.0')]).toEqual([
    '',
    `, on engine ${ENGINE_VERSION} with the orders of 1.0.0`,
  ])
})
