import { readFile } from 'node:fs/promises'
import type { Carrier } from './carrier.ts'
import type { ProcessLimits } from './process-definition.ts'
import type { EndReason } from './process-ended.ts'

const WATCH_MS = 250
/** Of the time that a process may be silent: who has computed for so long meanwhile does not wait for a processor. */
const BUSY_SHARE = 1 / 3
/** Of the processor times that Linux reports. */
const TICK_MS = 10

export interface LimitWatch {
  /** Call for each message of the process. */
  heard(): void
  /** The limit that it exceeded; null if none. */
  exceeded(): EndReason | null
  end(): void
}

/** What the system says of a process. */
export interface ProcessUse {
  readonly residentBytes: number
  /** Time that it had a processor for, milliseconds, since its start. */
  readonly computedMs: number
  /** Whether it could run, or waits for a disk: false for one that sleeps or is stopped. */
  readonly isRunnable: boolean
}

/**
 * Kills a process that uses too much memory, or is silent for too long and to blame for that: it computes without end, or
 * sleeps. One that waits for a processor, because the machine is busy, is waited for. `startMs`: how long until it is heard
 * first.
 */
export function watchLimits(
  carrier: Pick<Carrier, 'pid' | 'kill'>,
  { residentBytes = Number.POSITIVE_INFINITY, silenceMs }: ProcessLimits,
  startMs = silenceMs,
  readUse: (pid: number) => Promise<ProcessUse | null> = processUse,
): LimitWatch {
  let heardAt = performance.now()
  let lookedAt = heardAt
  let patience = startMs
  let exceeded: EndReason | null = null
  /** What it had computed when it was heard last; null until that is read. */
  let computedBefore: number | null = 0
  let wasRunnable = true
  const kill = (reason: EndReason): void => {
    exceeded ??= reason
    carrier.kill()
  }
  const check = async (): Promise<void> => {
    const now = performance.now()
    // Whoever was not running itself has not heard what was sent meanwhile.
    const late = now - lookedAt - WATCH_MS
    lookedAt = now
    if (late > WATCH_MS) heardAt += late
    const use = carrier.pid === undefined ? null : await readUse(carrier.pid)
    if (use !== null && use.residentBytes > residentBytes) return kill('resident')
    computedBefore ??= use?.computedMs ?? 0
    const isSilent = performance.now() - heardAt > patience
    if (!isSilent) return
    if (use === null) return kill('silence')
    const hasComputed = use.computedMs - computedBefore >= patience * BUSY_SHARE
    if (hasComputed || (!use.isRunnable && !wasRunnable)) return kill('silence')
    wasRunnable = use.isRunnable
  }
  const timer = setInterval(() => void check(), WATCH_MS)
  timer.unref()
  return {
    heard: () => {
      heardAt = performance.now()
      patience = silenceMs
      computedBefore = null
      wasRunnable = true
    },
    exceeded: () => exceeded,
    end: () => clearInterval(timer),
  }
}

/** Null on systems without /proc, and for a process that has ended. */
async function processUse(pid: number): Promise<ProcessUse | null> {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
  )
  if (!status || !stat) return null
  // Its name, in parentheses, may contain spaces.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[10], fields[11]].map(Number)
  return {
    residentBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024,
    computedMs: ((user ?? 0) + (system ?? 0)) * TICK_MS,
    isRunnable: state === 'R' || state === 'D',
  }
}
