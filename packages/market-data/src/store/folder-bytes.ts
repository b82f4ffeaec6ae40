import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file uses whole disk blocks, however small it is. */
const BLOCK = 4096

/** Disk usage of the files below a folder, except hidden folders named in `without`; 0 if the folder does not exist. */
export async function folderBytes(folder: string, without: readonly string[] = []): Promise<number> {
  let bytes = 0
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += without.includes(entry.name) ? 0 : await folderBytes(path)
    // It may have just been replaced.
    else
      bytes +=
        Math.ceil(
          await stat(path).then(
            ({ size }) => size / BLOCK,
            () => 0,
          ),
        ) * BLOCK
  }
  return bytes
}

/** 0 if the file does not exist: it may have just been replaced. */
async function blocksOf(path: string): Promise<number> {
  const file = await stat(path).catch(() => null)
  return Math.ceil((file?.size ?? 0) / BLOCK) * BLOCK
}

/** How much more of the disk is used when the files of `from` replace those with the same names in `to`. */
export async function addedBytes(from: string, to: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [fresh, old] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) bytes += await addedBytes(fresh, old)
    else bytes += (await blocksOf(fresh)) - (await blocksOf(old))
  }
  return bytes
}
