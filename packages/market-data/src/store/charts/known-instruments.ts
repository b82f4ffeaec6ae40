import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import { GENERATION } from '../folder-switch.ts'
import { type InstrumentSummary, names } from '../instrument-folder.ts'
import { instrumentFolders } from '../instrument-view.ts'
import type { Layers } from '../layers.ts'
import { parseSeriesFolder } from '../series.ts'

interface Known {
  readonly found: InstrumentSummary | null
  readonly paths: readonly string[]
  readonly stamps: string
}

const MAX_KNOWN = 200

/**
 * Caches the list of an instrument's months. Every import and removal changes the time stamps of its folders, so each
 * request compares a few of them instead of reading every month's record.
 */
export class KnownInstruments {
  readonly #known = new Map<string, Known>()

  async get(
    layers: Layers,
    id: string,
    read: (id: string) => Promise<InstrumentSummary | null>,
  ): Promise<InstrumentSummary | null> {
    const key = keyOf(layers, id)
    const known = this.#known.get(key)
    if (known && (await stampsOf(known.paths)) === known.stamps) return known.found
    const paths = await pathsOf(instrumentFolders(layers, id))
    // Read first, so that the next request notices changes made in the meantime.
    const stamps = await stampsOf(paths)
    const found = await read(id)
    this.#known.delete(key)
    this.#known.set(key, { found, paths, stamps })
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value as string)
    return found
  }

  forget(layers: Layers, id: string): void {
    this.#known.delete(keyOf(layers, id))
  }
}

function keyOf({ own }: Layers, id: string): string {
  return JSON.stringify([own, id])
}

/** The instrument's folders, the files that each switch renews, and the folders of its series. */
async function pathsOf(folders: readonly string[]): Promise<string[]> {
  const all = folders.map(async (folder) => {
    const series = (await names(folder)).filter((name) => parseSeriesFolder(name) !== null)
    return [folder, ...[GENERATION, ...series].map((name) => join(folder, name))]
  })
  return (await Promise.all(all)).flat()
}

async function stampsOf(paths: readonly string[]): Promise<string> {
  const all = paths.map((path) =>
    stat(path).then(
      ({ ino, mtimeMs, ctimeMs }) => `${ino} ${mtimeMs} ${ctimeMs}`,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
        throw error
      },
    ),
  )
  return (await Promise.all(all)).join()
}
