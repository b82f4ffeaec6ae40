import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Names the set of processes whose ids this process can look up: the machine since its last boot, and the namespace of
 * process ids in it, which a container has of its own. Null on systems that cannot tell.
 */
export function hostIdentity(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

/** Whether no process of this host has the id. A zombie has ended: it only waits for its parent to notice. */
export function isDead(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain spaces.
    return /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
