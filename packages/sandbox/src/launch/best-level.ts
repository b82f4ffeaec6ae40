import { chmod, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bundles } from '../bundle/bundles-in.ts'
import { RunnerProcess } from '../runner-process.ts'
import { launchCommand, SANDBOX_LEVELS, type SandboxLevel } from './launch-command.ts'

export interface LevelInForce {
  readonly level: SandboxLevel
  /** Why the better levels do not work; null at the best one. */
  readonly reason: string | null
  /** Started as a probe; not used yet. */
  readonly runner: RunnerProcess
}

/** Tries the levels from the best one down, or only the wanted one. Rejects when none works. */
export async function bestLevel(
  bundles: Bundles,
  readable: readonly string[],
  wanted: 'auto' | SandboxLevel,
): Promise<LevelInForce> {
  const reasons: string[] = []
  for (const level of wanted === 'auto' ? SANDBOX_LEVELS : [wanted]) {
    const runner = new RunnerProcess(launchCommand(level, bundles, readable))
    try {
      // One level after the other: the next one is only tried when this one does not work.
      const ready = await runner.ready
      if (ready.unreadable.length > 0) throw new Error(`runners cannot read ${ready.unreadable.join(', ')}`)
      if (ready.cachedData) await keepCachedData(bundles, ready.cachedData)
      return { level, reason: reasons.length === 0 ? null : reasons.join('; '), runner }
    } catch (error) {
      runner.kill()
      reasons.push(`${level}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error(`No sandbox works on this machine: ${reasons.join('; ')}`)
}

/** Created by a runner that has not yet seen a script. */
async function keepCachedData(bundles: Bundles, base64: string): Promise<void> {
  const half = join(bundles.folder, `half-${process.pid}`)
  await writeFile(half, Buffer.from(base64, 'base64'))
  await chmod(half, 0o644)
  await rename(half, bundles.cachedData)
}
