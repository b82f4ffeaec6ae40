import { tmpdir } from 'node:os'
import { basename, resolve } from 'node:path'

const REPOSITORY = resolve(import.meta.dirname, '..', '..', '..', '..', '..')

/** Folders whose paths must not appear in texts for users, the longest first. */
let folders = sorted([REPOSITORY, tmpdir(), '/var/lib/tradeloom'])

/** Removes paths below the folder from all texts for users. */
export function hideFolder(folder: string): void {
  folders = sorted([...folders, folder])
}

/** Shortens paths below hidden folders to their last part, so that users learn nothing about the server's disk. */
export function withoutServerPaths(text: string): string {
  return folders.reduce((cleaned, folder) => {
    if (!cleaned.includes(folder)) return cleaned
    const path = new RegExp(
      `(?:file://)?${folder.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/[^\\s'"\`(),:;<>|]*)*`,
      'g',
    )
    return cleaned.replaceAll(path, (found) => (found.endsWith(folder) ? 'the data folder' : basename(found)))
  }, text)
}

function sorted(all: readonly string[]): string[] {
  // The root would match every word that starts with a slash.
  return [...new Set(all)].filter((folder) => folder.length > 1).toSorted((a, b) => b.length - a.length)
}
