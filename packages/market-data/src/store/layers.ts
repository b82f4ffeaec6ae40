import { join } from 'node:path'

import { instrumentFolder, monthPath, names } from './instrument-folder.ts'
import { MarketDataError } from './market-data-error.ts'
import type { SeriesKey } from './series.ts'

/**
 * What a view of the store reads: the data that everybody sees, and that of one user. Both folders have the same form;
 * a user's own month goes before the shared one.
 */
export interface Layers {
  readonly shared: string
  /** Null for a visitor, and for whoever has the disk. */
  readonly own: string | null
}

/** Hidden, so that no listing takes it for a broker. */
const PRIVATE = '.private'
/** Ids of users become folder names: nothing in them leads out of the folder or differs only by case. */
const OWNER = /^[a-z0-9][a-z0-9-]{0,63}$/

/** Users who have, or had, data of their own. */
export async function ownersIn(marketDir: string): Promise<string[]> {
  return (await names(join(marketDir, PRIVATE))).filter((name) => OWNER.test(name)).sort()
}

/** The folder of one user's data. */
export function privateFolder(marketDir: string, ownerId: string): string {
  if (!OWNER.test(ownerId)) throw new MarketDataError('This is not the id of a user', 'invalid-input')
  return join(marketDir, PRIVATE, ownerId)
}

/** The folders of all users who have data of their own. */
export async function privateFoldersIn(marketDir: string): Promise<string[]> {
  return (await ownersIn(marketDir)).map((owner) => privateFolder(marketDir, owner))
}

/** Folders to read, the one that goes before the other first. */
export function foldersOf({ shared, own }: Layers): readonly string[] {
  return own === null ? [shared] : [own, shared]
}

/** Where a month of a view lies. */
export function pathOfMonth(
  { shared, own }: Layers,
  instrumentId: string,
  key: SeriesKey,
  { month, isPrivate }: { readonly month: string; readonly isPrivate: boolean },
): string {
  return monthPath(instrumentFolder(isPrivate && own !== null ? own : shared, instrumentId), key, month)
}
