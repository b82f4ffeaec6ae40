import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { recoverFolder } from './folder-switch.ts'
import { names } from './instrument-folder.ts'
import { privateFoldersIn } from './layers.ts'
import { isAlive } from './writer-lock.ts'

/** No writer needs this long to rename its temporary file. */
const TEMPORARY_MS = 24 * 3_600_000

/** Recovers a market folder from writers that died, without disturbing active ones. */
export async function recoverMarket(marketDir: string): Promise<void> {
  for (const folder of [marketDir, ...(await privateFoldersIn(marketDir))]) {
    for (const broker of await names(folder)) {
      if (broker.startsWith('.')) continue
      for (const symbol of await names(join(folder, broker))) {
        const place = join(folder, broker, symbol)
        await recoverFolder(place)
        for (const inside of ['.', ...(await names(place))]) await removeTemporaries(join(place, inside))
      }
    }
    await removeTemporaries(join(folder, '.calendars'))
  }
  await removeTemporaries(join(marketDir, '.columns'))
}

async function removeTemporaries(folder: string): Promise<void> {
  for (const name of await names(folder)) {
    const pid = /\.(\d+)-\d+\.tmp$/.exec(name)?.[1]
    if (pid === undefined) continue
    const path = join(folder, name)
    const file = await stat(path).catch(() => null)
    if (!isAlive(Number(pid)) || (file && Date.now() - file.mtimeMs > TEMPORARY_MS))
      await rm(path, { recursive: true, force: true })
  }
}
