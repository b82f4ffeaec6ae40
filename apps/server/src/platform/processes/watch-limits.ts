import { readFile } from 'node:fs/promises'
import type { Carrier } from './carrier.ts'
import type { ProcessLimits } from './process-definition.ts'
import type { EndReason } from './process-ended.ts'

const WATCH_MS = 250

export interface LimitWatch {
  /** Call for each message of the process. */
  heard(): void
  /** The limit that it exceeded; null if none. */
  exceeded(): EndReason | null
  end(): void
}

/** Kills a process that uses too much memory or is silent for too long. `startMs`: how long until it is heard first. */
export function watchLimits(
  carrier: Pick<Carrier, 'pid' | 'kill'>,
  { residentBytes = Number.POSITIVE_INFINITY, silenceMs }: ProcessLimits,
  startMs = silenceMs,
): LimitWatch {
  let heardAt = performance.now()
  let patience = startMs
  let exceeded: EndReason | null = null
  const kill = (reason: EndReason): void => {
    exceeded ??= reason
    carrier.kill()
  }
  const check = async (): Promise<void> => {
    if (performance.now() - heardAt > patience) return kill('silence')
    if (carrier.pid !== undefined && (await residentMemory(carrier.pid)) > residentBytes) kill('resident')
  }
  const timer = setInterval(() => void check(), WATCH_MS)
  timer.unref()
  return {
    heard: () => {
      heardAt = performance.now()
      patience = silenceMs
    },
    exceeded: () => exceeded,
    end: () => clearInterval(timer),
  }
}

/** 0 on systems without /proc. */
async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
