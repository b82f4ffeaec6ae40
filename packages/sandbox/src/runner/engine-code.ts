import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type IsolatedVm from 'isolated-vm'

/** The name of the engine's code in stacks. */
export const ENGINE_FILE = 'engine.js'

/** The isolate library and the engine's code, loaded once per runner. */
export interface EngineCode {
  readonly ivm: typeof IsolatedVm
  readonly source: string
  readonly cachedData: ArrayBuffer | null
}

/** The files of a runner. It can read all of them and needs nothing else. */
export interface RunnerFiles {
  /** The native part of isolated-vm, located by the host: searching for it would need more rights. */
  readonly binary: string
  readonly engine: string
  readonly cachedData: string
  /** Folders of market data. */
  readonly readable: readonly string[]
}

export function loadEngineCode(files: RunnerFiles): EngineCode {
  const { ivm } = createRequire(files.binary)(files.binary) as { ivm: typeof IsolatedVm }
  const cached = existsSync(files.cachedData) ? readFileSync(files.cachedData) : null
  return {
    ivm,
    source: readFileSync(files.engine, 'utf8'),
    cachedData: cached === null ? null : new Uint8Array(cached).buffer,
  }
}
