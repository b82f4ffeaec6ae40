import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file takes whole blocks of the disk, however small it is. */
const BLOCK = 4096

/** What the files below a folder take of the disk, without hidden folders named in `without`; 0 when it does not exist. */
export async function folderBytes(folder: string, without: readonly string[] = []): Promise<number> {
  let bytes = 0
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += without.includes(entry.name) ? 0 : await folderBytes(path)
    // It may be replaced at this moment.
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

/** None when the file is not there: it may be replaced at this moment. */
async function blocksOf(path: string): Promise<number> {
  const file = await stat(path).catch(() => null)
  return Math.ceil((file?.size ?? 0) / BLOCK) * BLOCK
}

/** What the disk holds more when the files of `from` have taken the place of those of the same names in `to`. */
export async function addedBytes(from: string, to: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [fresh, old] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) bytes += await addedBytes(fresh, old)
    else bytes += (await blocksOf(fresh)) - (await blocksOf(old))
  }
  return bytes
}
