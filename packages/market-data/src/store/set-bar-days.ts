import type { BarDays } from '@tradeloom/domain'

import { withFolderLock } from './folder-switch.ts'
import { instrumentFolder, readInstrumentFile, writeInstrumentFile } from './instrument-folder.ts'

/** Sets when days and weeks of an instrument begin in one market folder; false if the folder has no data of it. */
export async function setBarDays(
  marketDir: string,
  instrumentId: string,
  { dayEnd, weekStart }: BarDays,
): Promise<boolean> {
  const folder = instrumentFolder(marketDir, instrumentId)
  // Without a folder there is nothing to lock.
  if (!(await readInstrumentFile(folder))) return false
  return withFolderLock(folder, async () => {
    const file = await readInstrumentFile(folder)
    if (file) await writeInstrumentFile(folder, { ...file, instrument: { ...file.instrument, dayEnd, weekStart } })
    return file !== null
  })
}
