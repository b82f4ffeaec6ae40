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
 * Remembers which months there are of an instrument. Every import and removal gives its folders other stamps, so a few
 * of them are compared for each request instead of reading the record of every month.
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
    // Before reading: what changes meanwhile is found out by the next request.
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

/** Folders of an instrument, what is renewed by each switch, and the folders of its series. */
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
