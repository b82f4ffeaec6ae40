import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The default data folder: `data` in the clone. When run as root, the database runs as another user, who must be able
 * to traverse every parent folder; for a clone inside a private home it is /var/lib/tradeloom. Server and terminal both
 * use this, so that they find the same data.
 */
export function defaultDataFolder(clone: string): string {
  const inClone = join(clone, 'data')
  if (process.getuid?.() !== 0) return inClone
  if (existsSync(join(inClone, 'postgres.password')) || isOpen(clone)) return inClone
  return '/var/lib/tradeloom'
}

function isOpen(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    for (let at = folder; ; at = dirname(at)) {
      if ((statSync(at).mode & 0o001) === 0) return false
      if (dirname(at) === at) return true
    }
  } catch {
    return false
  }
}
