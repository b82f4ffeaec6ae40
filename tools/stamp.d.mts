/** What something was made from, and facts that its maker adds. */
export interface Stamp {
  /** Of the contents: copying a checkout changes times and keeps contents. Empty while a source may have changed. */
  readonly hash: string
  /** Path, size and time of each source; the entry of a folder changes when files are added or removed. */
  readonly files: readonly (readonly [path: string, size: number, mtimeMs: number])[]
}

/** The stamp in `file` if no source has changed since it was written, otherwise null. */
export function currentStamp<Facts>(file: string): (Stamp & Facts) | null

/** Writes the stamp of what was made from `paths`; sources that have changed since the beginning count as unknown. */
export function writeStamp(
  file: string,
  paths: readonly string[],
  facts: { readonly since: number; readonly [fact: string]: unknown },
): void

/** A path and, if it is a folder, everything in it; nothing if it does not exist. */
export function everythingBelow(path: string): string[]
