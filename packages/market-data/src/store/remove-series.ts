import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { removeFromFolder, withFolderLock } from './folder-switch.ts'
import { instrumentFolder, names, readInstrumentFile, writeInstrumentFile } from './instrument-folder.ts'
import { parseSeriesFolder, seriesFolder, type SeriesKey } from './series.ts'

/**
 * Removes one series of an instrument, or all of them, from one market folder; a concurrent reader sees a series
 * completely or not at all. Returns how many were removed.
 */
export async function removeSeries(marketDir: string, instrumentId: string, key?: SeriesKey): Promise<number> {
  const folder = instrumentFolder(marketDir, instrumentId)
  if ((await seriesIn(folder, key)).length === 0) return 0
  return withFolderLock(folder, async () => {
    const found = await seriesIn(folder, key)
    for (const name of found) await removeSeriesFolder(folder, name)
    return found.length
  })
}

/** The caller holds the lock. */
export function removeSeriesFolder(folder: string, name: string): Promise<void> {
  return removeFromFolder(folder, name, async () => {
    const file = await readInstrumentFile(folder)
    if ((await seriesIn(folder)).length === 0) await rm(join(folder, 'instrument.json'), { force: true })
    else if (file) {
      const sources = Object.fromEntries(Object.entries(file.sources).filter(([series]) => series !== name))
      await writeInstrumentFile(folder, { ...file, sources })
    }
  })
}

async function seriesIn(folder: string, key?: SeriesKey): Promise<string[]> {
  return (await names(folder)).filter((name) => (key ? name === seriesFolder(key) : parseSeriesFolder(name) !== null))
}
