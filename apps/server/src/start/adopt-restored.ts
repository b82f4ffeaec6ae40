import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** In the data folder: what is being restored, and what was, until the next start puts it in its place. */
export const RESTORING = 'restored.partial'
export const RESTORED = 'restored'

/**
 * Puts a backup that was restored into an empty installation in its place, before anything is opened. What was there is
 * set aside. However often it is interrupted, the next start goes on.
 */
export function adoptRestored(dataDir: string): void {
  for (const name of existsSync(dataDir) ? readdirSync(dataDir) : []) {
    if (name.startsWith(RESTORING)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  const restored = join(dataDir, RESTORED)
  if (!existsSync(restored)) return
  const aside = join(dataDir, 'replaced')
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(restored)) {
    const place = join(dataDir, name)
    if (existsSync(place)) {
      rmSync(join(aside, name), { recursive: true, force: true })
      renameSync(place, join(aside, name))
    }
    renameSync(join(restored, name), place)
  }
  rmdirSync(restored)
}
