import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Compiles the C loop into `folder`; null if there is no compiler. */
export function buildLoop(folder: string): string | null {
  const path = join(folder, 'cross-loop')
  const source = join(import.meta.dirname, 'cross-loop.c')
  const { status } = spawnSync('cc', ['-O2', '-o', path, source, '-lm'], { stdio: ['ignore', 'ignore', 'inherit'] })
  return status === 0 ? path : null
}
