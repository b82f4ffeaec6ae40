import { mkdir } from 'node:fs/promises'
import { makeReadable } from '../bundle/make-readable.ts'
import { useBundles } from '../bundle/build-bundles.ts'
import type { Bundles } from '../bundle/bundles-in.ts'
import { type Lease, removeOldBundles } from '../bundle/leases.ts'
import type { PoolOptions } from '../pool-options.ts'
import { RunnerProcess } from '../runner-process.ts'
import { bestLevel, type LevelInForce } from './best-level.ts'
import { launchCommand } from './launch-command.ts'

export type SandboxOptions = Pick<PoolOptions, 'cacheDir' | 'readableDirs' | 'sandboxLevel' | 'logger'>

export interface Sandbox extends LevelInForce {
  readonly bundles: Bundles
  /** The built engine is in use until this ends. */
  readonly lease: Lease
  /** Starts another runner, of the installed bundle unless another one is named. */
  launch(other?: Bundles): RunnerProcess
}

/** Builds the engine if necessary and starts a first runner. Rejects when no runner can be started at any allowed level. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { readableDirs = [], sandboxLevel = 'auto' } = options
  await makeReadable(options.cacheDir)
  for (const folder of readableDirs) await mkdir(folder, { recursive: true })
  const { bundles, lease } = await useBundles(options.cacheDir)
  await removeOldBundles(options.cacheDir)
  const best = bestLevel(bundles, readableDirs, sandboxLevel)
  await best.catch(() => lease.end())
  const { level, reason, runner } = await best
  const details = { level, ...(reason === null ? {} : { reason }) }
  options.logger?.[level === 'bwrap' ? 'info' : 'warn'](details, 'sandbox level')
  const launch = (other = bundles): RunnerProcess => new RunnerProcess(launchCommand(level, other, readableDirs))
  return { level, reason, runner, lease, bundles, launch }
}
