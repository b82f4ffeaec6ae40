import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Number of unused bundles kept, so that returning to an older version needs no build. */
const KEPT = 3
const RENEW_MS = 60 * 60_000
/** A process on another machine that shares the folder proves that it is alive by renewing its lease. */
const LEASE_MS = 24 * 60 * 60_000
/** A build takes seconds; a half-built folder of this age was abandoned. */
const BUILD_MS = 60 * 60_000
const BUNDLE = /^[0-9a-f]{24}$/
const REMOVED = /^removed-([0-9a-f]{24})$/

export interface Lease {
  end(): Promise<void>
}

let number = 0

/** Marks a bundle folder as in use by this process until `end`. Rejects if the folder is gone. */
export async function leaseBundle(folder: string): Promise<Lease> {
  const users = join(folder, 'users')
  const path = join(users, `${process.pid}-${number++}@${hostname()}`)
  try {
    await stat(folder)
    await mkdir(users, { recursive: true })
    await writeFile(path, '')
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))) throw error
  }
  const timer = setInterval(() => {
    const now = new Date()
    // On this machine a lease that cannot be renewed is still valid while its process lives.
    utimes(path, now, now).catch(() => undefined)
  }, RENEW_MS)
  timer.unref()
  return {
    async end() {
      clearInterval(timer)
      await rm(path, { force: true })
    },
  }
}

/** Removes all bundles except the newest few and those in use, and the remains of interrupted builds. */
export async function removeOldBundles(cacheDir: string): Promise<void> {
  const bundles: { name: string; time: number }[] = []
  for (const name of await readdir(cacheDir)) {
    const path = join(cacheDir, name)
    const time = await changed(path)
    if (BUNDLE.test(name)) bundles.push({ name, time })
    else if (name.startsWith('building-') && time < Date.now() - BUILD_MS) await remove(path)
    else if (REMOVED.test(name) && !(await isUsed(path))) await remove(path)
  }
  bundles.sort((a, b) => b.time - a.time)
  // A process without write access has no lease; a young bundle may be in use by one.
  const old = bundles.slice(KEPT).filter(({ time }) => time < Date.now() - LEASE_MS)
  for (const { name } of old) await removeUnused(cacheDir, name)
}

/** Another process may be starting to use the folder: it is renamed first, and renamed back in that case. */
async function removeUnused(cacheDir: string, name: string): Promise<void> {
  const folder = join(cacheDir, name)
  const aside = join(cacheDir, `removed-${name}`)
  if (await isUsed(folder)) return
  try {
    await rename(folder, aside)
  } catch {
    // Another process is removing it, or it belongs to another user.
    return
  }
  if (await isUsed(aside)) await rename(aside, folder).catch(() => undefined)
  else await remove(aside)
}

async function isUsed(folder: string): Promise<boolean> {
  const users = join(folder, 'users')
  for (const name of await readdir(users).catch(() => [])) {
    const [, pid, host] = /^(\d+)-\d+@(.*)$/.exec(name) ?? []
    if (host === hostname() ? isAlive(Number(pid)) : (await changed(join(users, name))) > Date.now() - LEASE_MS)
      return true
  }
  return false
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function changed(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? 0
}

async function remove(path: string): Promise<void> {
  // A folder that cannot be removed is harmless.
  await rm(path, { recursive: true, force: true }).catch(() => undefined)
}
