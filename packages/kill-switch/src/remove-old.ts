import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { answersFolder, requestsFolder } from './folders.ts'
import { namesIn } from './names-in.ts'

const DAY_MS = 86_400_000

/** Removes requests and answers of the day before, and drafts of programs that were killed. */
export function removeOld(dataDir: string, now: number): void {
  for (const folder of [requestsFolder(dataDir), answersFolder(dataDir)]) {
    for (const name of namesIn(folder)) {
      const path = join(folder, name)
      const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now
      if (now - changed > DAY_MS) rmSync(path, { recursive: true, force: true })
    }
  }
}
