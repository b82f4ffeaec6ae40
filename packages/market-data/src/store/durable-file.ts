import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file atomically, even if the machine crashes: the old text or the new one, never a part. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = temporaryName(path)
  try {
    await writeSynced(temporary, text)
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Writes a text and returns once it is on the disk. */
export async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A rename may reach the disk before the content does; after a power cut the file would be empty. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes the names in a folder to the disk, where the system supports that. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  if (!handle) return
  try {
    await handle.sync()
  } catch (error) {
    // Windows and some network file systems do not support it.
    if (!['EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EBADF'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error
  } finally {
    await handle.close()
  }
}

let counter = 0

/** A name next to `path` that no other process uses and that listings do not mistake for data. */
export function temporaryName(path: string): string {
  counter += 1
  return `${path}.${process.pid}-${counter}.tmp`
}
