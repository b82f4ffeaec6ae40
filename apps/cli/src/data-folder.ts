import { join, resolve } from 'node:path'
import { defaultDataFolder } from '@tradeloom/market-data'

const CLONE = join(import.meta.dirname, '..', '..', '..')

/** The option, else TRADELOOM_DATA, else the default. */
export function dataFolder(option?: string): string {
  const chosen = option ?? process.env.TRADELOOM_DATA
  return resolve(chosen === undefined || chosen === '' ? defaultDataFolder(CLONE) : chosen)
}

/** Market data inside the data folder. */
export function marketFolder(option?: string): string {
  return join(dataFolder(option), 'market')
}
