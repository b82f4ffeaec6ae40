import { join } from 'node:path'

/** The built files: the isolate's code, the runner's code, and V8's code cache for the former. */
export interface Bundles {
  readonly folder: string
  readonly engine: string
  readonly runner: string
  readonly cachedData: string
  /** The system call filter; null on machines without one. */
  readonly seccomp: string | null
}

export const SECCOMP = 'seccomp.bpf'

export function bundlesIn(folder: string, hasFilter: boolean): Bundles {
  return {
    folder,
    engine: join(folder, 'engine.js'),
    runner: join(folder, 'runner.js'),
    cachedData: join(folder, `engine.${process.versions.v8}.cache`),
    seccomp: hasFilter ? join(folder, SECCOMP) : null,
  }
}
