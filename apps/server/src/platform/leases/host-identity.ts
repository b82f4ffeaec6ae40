import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Identifies the set of processes whose ids this process can look up: the machine since its last boot, and its process
 * id namespace, since each container has its own. Null on systems that do not report it.
 */
export function hostIdentity(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

/** Whether this host has no process with this id. A zombie has ended: it only waits for its parent. */
export function isDead(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain spaces.
    return /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
