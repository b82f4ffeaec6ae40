import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { writeAtomically } from './durable-file.ts'
import { readSettled } from './folder-switch.ts'
import { instrumentFolder } from './instrument-folder.ts'

/** Receipts are stored next to the series of an instrument; hidden, so that listings do not mistake them for one. */
const FOLDER = '.receipts'

function receiptPath(folder: string, id: string): string {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(id)) throw new Error(`"${id}" is not a valid receipt id`)
  return join(folder, FOLDER, `${id}.json`)
}

/** Adds a receipt to the files staged for the folder of an instrument. */
export async function stageReceipt(staging: string, id: string, text: string): Promise<void> {
  await mkdir(join(staging, FOLDER), { recursive: true })
  await writeAtomically(receiptPath(staging, id), text)
}

/** The receipt that the import with this id committed with its data; null if it did not commit. */
export async function readReceipt(marketDir: string, instrumentId: string, id: string): Promise<string | null> {
  const folder = instrumentFolder(marketDir, instrumentId)
  return readSettled([folder], async () => {
    try {
      return await readFile(receiptPath(folder, id), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  })
}

/** Call it when the caller of the import knows its outcome. */
export async function removeReceipt(marketDir: string, instrumentId: string, id: string): Promise<void> {
  await rm(receiptPath(instrumentFolder(marketDir, instrumentId), id), { force: true })
}
