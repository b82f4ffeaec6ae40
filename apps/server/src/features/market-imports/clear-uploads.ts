import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** An upload in which nothing has changed for so long was left by a server that is gone. */
const LEFT_AFTER_MS = 60 * 60_000

/**
 * Removes what interrupted uploads have left. Other servers may work with the folder at the same time: what they receive
 * changes all the time, and `isNeeded` tells the ids of imports that have not ended.
 */
export async function clearUploads(
  uploadsDir: string,
  isNeeded: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  now: number,
): Promise<void> {
  const names = await readdir(uploadsDir).catch(() => [])
  const needed = await isNeeded(names)
  for (const name of names) {
    const folder = join(uploadsDir, name)
    if (needed.has(name) || now - (await lastChange(folder)) < LEFT_AFTER_MS) continue
    await rm(folder, { recursive: true, force: true })
  }
}

async function lastChange(folder: string): Promise<number> {
  const paths = (await readdir(folder).catch(() => [])).map((name) => join(folder, name))
  const times = await Promise.all([folder, ...paths].map((path) => stat(path).catch(() => null)))
  return Math.max(0, ...times.map((found) => found?.mtimeMs ?? 0))
}
