import type { SandboxLevel } from './launch/launch-command.ts'
import type { RunLimits } from './run-job.ts'
import type { ReuseLimits } from './runner-process.ts'

/** The pool's logger; a pino logger satisfies it. */
export interface PoolLogger {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface PoolOptions {
  /** Maximum concurrent runs; defaults to one per processor. One more while all of them belong to one tenant. */
  readonly size?: number
  /** Runners that wait unused, so that a tenant's first run need not wait for a process to start; default 2 at most. */
  readonly spares?: number
  /** Whether waiting runners warm up for their next run, which takes a second of a processor; default true. */
  readonly warmsUp?: boolean
  /** Folder of the built engine, created if missing. Users must not be able to write to it. */
  readonly cacheDir: string
  /** Folders with the column files of runs. */
  readonly readableDirs?: readonly string[]
  /**
   * Whether checks have the lowest priority on the machine; default true. Off where somebody waits for them: beside busy
   * processes they would take minutes.
   */
  readonly checksYield?: boolean
  readonly logger?: PoolLogger
  readonly sandboxLevel?: 'auto' | SandboxLevel
  readonly limits?: Partial<RunLimits>
  /** How long runners are kept for further jobs of the same tenant. */
  readonly reuse?: Partial<Reuse>
}

export interface Reuse extends ReuseLimits {
  /** A runner without a job of its tenant for this long is ended. */
  readonly idleMs: number
}

export const DEFAULT_REUSE: Reuse = { jobs: 100, ageMs: 10 * 60_000, growthMb: 256, idleMs: 15_000 }
