import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type IsolatedVm from 'isolated-vm'

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

/** Compiles the engine to obtain V8's code cache, which later runners load. */
export async function compileForCache({ ivm, source }: EngineCode): Promise<string> {
  const isolate = new ivm.Isolate({ memoryLimit: 128 })
  try {
    const script = await isolate.compileScript(source, { filename: 'engine.js', produceCachedData: true })
    const { cachedData } = script as { cachedData?: IsolatedVm.ExternalCopy<ArrayBuffer> }
    return cachedData === undefined ? '' : Buffer.from(cachedData.copy()).toString('base64')
  } finally {
    isolate.dispose()
  }
}
