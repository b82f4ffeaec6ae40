import { join } from 'node:path'
import { useBundles } from '../bundle/build-bundles.ts'
import type { Lease } from '../bundle/leases.ts'
import { isolateBinary } from '../launch/launch-command.ts'
import { type EngineCode, loadEngineCode } from './engine-code.ts'

/** The engine as a runner loads it, for tests in this process; the lease keeps its files until it ends. */
export async function leasedEngine(): Promise<{ readonly engine: EngineCode; readonly lease: Lease }> {
  const { bundles, lease } = await useBundles(join(import.meta.dirname, '../../../../.cache/engine'))
  return { engine: loadEngineCode({ ...bundles, binary: isolateBinary(), readable: [] }), lease }
}
