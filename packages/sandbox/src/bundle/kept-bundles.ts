import { copyFile, mkdtemp, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Bundles, bundlesIn } from './bundles-in.ts'
import { makeReadable } from './make-readable.ts'

const FOLDER = 'kept'
/** Whoever has just kept a bundle says a moment later that it is needed. */
const YOUNG_MS = 24 * 60 * 60_000

/** Copies of bundles for those who go on with one after an upgrade. They stay as long as they are needed. */
export class KeptBundles {
  readonly #folder: string

  constructor(cacheDir: string) {
    this.#folder = join(cacheDir, FOLDER)
  }

  /** Under the name of its folder. Does nothing if it is kept already. */
  async keep(bundles: Bundles): Promise<void> {
    const folder = join(this.#folder, basename(bundles.folder))
    const now = new Date()
    if (await isThere(folder)) return utimes(folder, now, now)
    await makeReadable(this.#folder)
    const half = await mkdtemp(join(this.#folder, 'half-'))
    try {
      for (const path of [bundles.engine, bundles.runner, bundles.cachedData, bundles.seccomp]) {
        if (path !== null && (await isThere(path))) await copyWhole(path, join(half, basename(path)))
      }
      await makeReadable(half)
      await rename(half, folder)
    } catch (error) {
      await rm(half, { recursive: true, force: true })
      // Another process was faster, with the same content.
      if (!(await isThere(folder))) throw error
    }
  }

  /** Null if it is not there. */
  async find(name: string): Promise<Bundles | null> {
    const folder = join(this.#folder, basename(name))
    const bundles = bundlesIn(folder, await isThere(bundlesIn(folder, true).seccomp as string))
    if (!(await isThere(bundles.engine)) || !(await isThere(bundles.runner))) return null
    for (const path of [this.#folder, folder]) await makeReadable(path)
    return bundles
  }

  async removeAllBut(needed: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#folder).catch((): string[] => [])) {
      const path = join(this.#folder, name)
      const changed = (await stat(path).catch(() => null))?.mtimeMs ?? Infinity
      if (needed.has(name) || changed > Date.now() - YOUNG_MS) continue
      // A folder that cannot be removed is harmless.
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

/** It is there as a whole, also after a failure of power. */
async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const file = await open(to, 'r+')
  await file.sync().finally(() => file.close())
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
