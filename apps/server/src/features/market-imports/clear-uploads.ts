import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** An upload that has not changed for this long was left by a server that died. */
const LEFT_AFTER_MS = 60 * 60_000

/**
 * Removes the remains of interrupted uploads. Other servers may use the folder at the same time: files that they receive
 * change constantly, and `isNeeded` returns the ids of unfinished imports. Where nothing can be on its way, `leftAfterMs`
 * is 0.
 */
export async function clearUploads(
  uploadsDir: string,
  isNeeded: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  now: number,
  leftAfterMs = LEFT_AFTER_MS,
): Promise<void> {
  const names = await readdir(uploadsDir).catch(() => [])
  const needed = await isNeeded(names)
  for (const name of names) {
    const folder = join(uploadsDir, name)
    if (needed.has(name) || now - (await lastChange(folder)) < leftAfterMs) continue
    await rm(folder, { recursive: true, force: true })
  }
}

async function lastChange(folder: string): Promise<number> {
  const paths = (await readdir(folder).catch(() => [])).map((name) => join(folder, name))
  const times = await Promise.all([folder, ...paths].map((path) => stat(path).catch(() => null)))
  return Math.max(0, ...times.map((found) => found?.mtimeMs ?? 0))
}
