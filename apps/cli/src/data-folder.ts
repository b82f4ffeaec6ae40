import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of everything kept: the option, else TRADELOOM_DATA, else `data` in the clone. Always absolute. */
export function dataFolder(option?: string): string {
  const chosen = option ?? process.env.TRADELOOM_DATA
  if (chosen !== undefined && chosen !== '') return resolve(chosen)
  return join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'data')
}

/** Folder of the market data in it. */
export function marketFolder(option?: string): string {
  return join(dataFolder(option), 'market')
}
