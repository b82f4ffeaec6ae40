import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of everything kept when nobody says where: `data` in the clone. As root the database runs as another
 * user, who must be able to pass every folder above it; in a clone under a closed home it is /var/lib/tradeloom.
 * Server and terminal ask here, so that both find the same data.
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
