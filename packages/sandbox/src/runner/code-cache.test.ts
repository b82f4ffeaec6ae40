import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useBundles } from '../bundle/build-bundles.ts'
import type { Lease } from '../bundle/leases.ts'
import { makeCodeCache } from './code-cache.ts'
import { type EngineCode, loadEngineCode } from './engine-code.ts'
import { loadIsolate } from './load-isolate.ts'
import { optimizeWhen } from './optimize-when.ts'

const MEMORY_MB = 128
let engine: EngineCode
let lease: Lease

beforeAll(async () => {
  const { bundles, lease: held } = await useBundles(join(import.meta.dirname, '../../../../.cache/engine'))
  lease = held
  const entry = createRequire(import.meta.url).resolve('isolated-vm')
  const build = createRequire(entry)('node-gyp-build') as { path(folder: string): string }
  engine = { ...loadEngineCode({ ...bundles, binary: build.path(dirname(entry)), readable: [] }), cachedData: null }
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
