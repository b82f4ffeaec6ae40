import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive, stopLeftCluster } from '@tradeloom/database'

/** With the id of the process that verifies. */
const NAME = /^tradeloom-verify-(\d+)-/

/** An empty folder into which a backup is unpacked to verify it. */
export async function verificationFolder(): Promise<string> {
  await removeLeftFolders()
  return mkdtemp(join(tmpdir(), `tradeloom-verify-${process.pid}-`))
}

/** What processes that were killed have left: each is as large as a database, which also goes on running. */
async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid === undefined || isAlive(Number(pid))) continue
    const folder = join(tmpdir(), name)
    try {
      const found = await lstat(folder)
      // Everybody can create folders there, and name processes in them.
      if (!found.isDirectory() || found.uid !== process.getuid?.()) continue
      await stopLeftCluster(folder)
      await rm(folder, { recursive: true, force: true })
    } catch {
      // It stays for the next one, and does not keep a backup from being verified.
    }
  }
}
