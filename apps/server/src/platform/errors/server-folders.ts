import { tmpdir } from 'node:os'
import { basename, resolve } from 'node:path'

const REPOSITORY = resolve(import.meta.dirname, '..', '..', '..', '..', '..')

/** Folders whose paths are for the log only, the longest first. */
let folders = sorted([REPOSITORY, tmpdir(), '/var/lib/tradeloom'])

/** From now on no text for users names what lies in there. */
export function hideFolder(folder: string): void {
  folders = sorted([...folders, folder])
}

/** Where things lie on the server is nobody's business: of each path in there only the last part is left. */
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
  // The root would match every word that begins with a slash.
  return [...new Set(all)].filter((folder) => folder.length > 1).toSorted((a, b) => b.length - a.length)
}
