import { join, resolve } from 'node:path'
import { defaultDataFolder } from '@tradeloom/market-data'

const CLONE = join(import.meta.dirname, '..', '..', '..')

/** Market data folder inside the data folder: the option, else TRADELOOM_DATA, else the default. */
export function marketFolder(option?: string): string {
  const chosen = option ?? process.env.TRADELOOM_DATA
  const folder = chosen === undefined || chosen === '' ? defaultDataFolder(CLONE) : chosen
  return join(resolve(folder), 'market')
}
