import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Lease } from '../bundle/leases.ts'
import { makeCodeCache } from './code-cache.ts'
import { leasedEngine } from './engine-code.fixture.ts'
import type { EngineCode } from './engine-code.ts'
import { loadIsolate } from './load-isolate.ts'
import { optimizeWhen } from './optimize-when.ts'

const MEMORY_MB = 128
let engine: EngineCode
let lease: Lease

beforeAll(async () => {
  const leased = await leasedEngine()
  lease = leased.lease
  engine = { ...leased.engine, cachedData: null }
})
afterAll(async () => {
  // The other tests of this process compile code, too.
  optimizeWhen('sweeping')
  await lease.end()
})

it('is taken by each isolate, whatever the runner has done before', async () => {
  const cachedData = new Uint8Array(Buffer.from(await makeCodeCache(engine), 'base64')).buffer
  for (const before of ['loading', 'waiting', 'running', 'sweeping'] as const) {
    optimizeWhen(before)
    const { isolate, bundle } = await loadIsolate({ ...engine, cachedData }, MEMORY_MB, () => undefined)
    expect(bundle, before).toMatchObject({ cachedDataRejected: false })
    isolate.dispose()
  }
})
