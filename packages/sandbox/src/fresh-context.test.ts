import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { EURUSD, runSpec, writeMinutes } from './market-data.fixture.ts'
import { createRunnerPool, type RunnerPool } from './runner-pool.ts'
import { WALK_OF_A_CONTEXT } from './walk-of-a-context.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-fresh-'))
const cacheDir = join(import.meta.dirname, '..', '..', '..', '.cache', 'engine')
let pool: RunnerPool

beforeAll(async () => {
  pool = await createRunnerPool({
    size: 1,
    spares: 0,
    warmsUp: false,
    checksYield: false,
    cacheDir,
    readableDirs: [folder],
  })
})

afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('what a script can reach in a fresh context', () => {
  it('is completely frozen in a run', async () => {
    const series = [{ instrumentId: EURUSD.id, columnsFile: writeMinutes(folder, 100) }]
    const outcome = await pool.run({ id: 'walk', tenant: 'a', source: WALK_OF_A_CONTEXT, spec: runSpec(100), series })
    expect(outcome).toMatchObject({
      status: 'errored',
      error: { message: expect.stringMatching(/^0 open of \d{3,}: $/) },
    })
  })

  it('is completely frozen in a check', async () => {
    const outcome = await pool.check({ tenant: 'alice', source: WALK_OF_A_CONTEXT })
    expect(outcome).toMatchObject({
      status: 'errored',
      error: { message: expect.stringMatching(/^0 open of \d{3,}: $/) },
    })
  })
})
