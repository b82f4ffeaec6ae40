import { UserError } from '@tradeloom/domain'
import { join } from 'node:path'

import { instrumentFolder, monthPath, names } from './instrument-folder.ts'
import type { SeriesKey } from './series.ts'

/**
 * The folders that a view of the store reads: shared data, and the data of one user. Both have the same layout; a
 * user's own month takes precedence over the shared one.
 */
export interface Layers {
  readonly shared: string
  /** Null for a visitor, and for a process with direct disk access. */
  readonly own: string | null
}

/** Hidden, so that listings do not mistake it for a broker. */
const PRIVATE = '.private'
/** User ids become folder names: they cannot leave the folder or differ only by case. */
const OWNER = /^[a-z0-9][a-z0-9-]{0,63}$/

/** Users who have, or had, private data. */
export async function ownersIn(marketDir: string): Promise<string[]> {
  return (await names(join(marketDir, PRIVATE))).filter((name) => OWNER.test(name)).sort()
}

/** The folder of one user's data. */
export function privateFolder(marketDir: string, ownerId: string): string {
  if (!OWNER.test(ownerId)) throw new UserError('invalid-input', 'This is not the id of a user')
  return join(marketDir, PRIVATE, ownerId)
}

/** The folders of all users with private data. */
export async function privateFoldersIn(marketDir: string): Promise<string[]> {
  return (await ownersIn(marketDir)).map((owner) => privateFolder(marketDir, owner))
}

/** Folders to read, in order of precedence. */
export function foldersOf({ shared, own }: Layers): readonly string[] {
  return own === null ? [shared] : [own, shared]
}

/** The path of a month of a view. */
export function pathOfMonth(
  { shared, own }: Layers,
  instrumentId: string,
  key: SeriesKey,
  { month, isPrivate }: { readonly month: string; readonly isPrivate: boolean },
): string {
  return monthPath(instrumentFolder(isPrivate && own !== null ? own : shared, instrumentId), key, month)
}
