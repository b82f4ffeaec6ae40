import { UserError } from '@tradeloom/domain'
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { type ImportProgress, type ImportReport } from '@tradeloom/market-data'
import type { ImportJob, ImportMessage } from './import-messages.ts'

export interface ImportProcessOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
  readonly limits?: Partial<ProcessLimits>
  /** Whether backtests and requests have priority over it. */
  readonly yields: boolean
}

export interface ProcessLimits {
  /** Maximum resident memory of the process. */
  readonly memoryBytes: number
  /** Maximum time without progress. */
  readonly silenceMs: number
}

/** Twenty million sorted ticks, the most that one import accepts, need 2.7 GB; unsorted they may exceed this. */
const LIMITS: ProcessLimits = { memoryBytes: 3 * 1024 ** 3, silenceMs: 5 * 60_000 }
/** Rows are outside the heap; parsed JSON, problems and the like are inside. */
const HEAP_MB = 1536
const WATCH_MS = 250
/** Time between the request to stop and the kill. */
const GRACE_MS = 2000
const LOW_PRIORITY = 10

/**
 * Imports in a separate process: whatever the files contain, the server stays responsive, and the import's memory is
 * returned. Throws UserError with a message for users, or any other error for the log.
 */
export async function importInProcess(job: ImportJob, options: ImportProcessOptions): Promise<ImportReport> {
  options.signal.throwIfAborted()
  const limits = { ...LIMITS, ...options.limits }
  const child = fork(new URL('import-child.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const stop = (): void => {
    if (child.connected) child.disconnect()
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref()
  }
  const watch = watchProcess(child, limits)
  options.signal.addEventListener('abort', stop, { once: true })
  try {
    if (options.yields) lowerPriority(child)
    const update = await lastUpdate(child, job, (progress) => {
      watch.heard()
      options.onProgress(progress)
    })
    if (update?.kind === 'done') return update.report
    options.signal.throwIfAborted()
    if (update?.kind === 'failed')
      throw update.isExpected ? new UserError('no-data', update.message) : new Error(update.message)
    throw watch.reason() ?? endedBy(child)
  } finally {
    options.signal.removeEventListener('abort', stop)
    watch.end()
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY)
  } catch {
    // It has already exited, or the system does not support it.
  }
}

/** The last message of the process before it ended; null if there was none. */
function lastUpdate(
  child: ChildProcess,
  job: ImportJob,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportMessage | null> {
  return new Promise((resolve, reject) => {
    let last: ImportMessage | null = null
    child.on('message', (message) => {
      const update = message as ImportMessage
      if (update.kind === 'progress') onProgress(update.progress)
      else last = update
    })
    child.once('error', reject)
    // Its last messages may still be in transit when it exits.
    child.once('exit', () => {
      if (child.connected) child.once('disconnect', () => resolve(last))
      else resolve(last)
    })
    child.send(job, (error) => {
      if (error) child.kill('SIGKILL')
    })
  })
}

const NOTHING_CHANGED = 'Nothing of it was imported'

/** Ends a process that uses too much memory or makes no progress for too long. */
function watchProcess(
  child: ChildProcess,
  { memoryBytes, silenceMs }: ProcessLimits,
): { heard(): void; reason(): UserError | null; end(): void } {
  let heardAt = performance.now()
  let reason: UserError | null = null
  const kill = (text: string): void => {
    reason ??= new UserError('no-data', `${text}. ${NOTHING_CHANGED}; import the files in parts`)
    child.kill('SIGKILL')
  }
  const look = async (): Promise<void> => {
    if (performance.now() - heardAt > silenceMs)
      kill(`The import made no progress for ${Math.round(silenceMs / 1000)} s and was stopped`)
    if ((await memoryOf(child.pid)) > memoryBytes)
      kill(`The import needed more than ${Math.round(memoryBytes / 1024 ** 2)} MB of memory`)
  }
  const timer = setInterval(() => void look(), WATCH_MS)
  return {
    heard: () => void (heardAt = performance.now()),
    reason: () => reason,
    end: () => clearInterval(timer),
  }
}

/** Resident memory of a process; 0 on systems without /proc. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}

/** Node aborts with SIGABRT when its heap is full. */
function endedBy({ signalCode, exitCode }: ChildProcess): UserError {
  const isFull = signalCode === 'SIGABRT' || exitCode === 134
  const text = isFull ? 'The import needed more memory than it may use' : 'The import ended unexpectedly'
  return new UserError('no-data', `${text}. ${NOTHING_CHANGED}; ${isFull ? 'import the files in parts' : 'try again'}`)
}
