import { type AsOfOptions, AsOfSeries, type KnownColumns, takesLag } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import type { SourceSeries } from '../series.ts'

interface Told {
  readonly columns: KnownColumns
  readonly time: number
}

interface Source {
  readonly columns: KnownColumns
  readonly told: Told[]
  readonly readers: AsOfSeries[]
}

/** The datasets that a script may read. A session is told more of them as it goes on. */
export class KnownSources {
  readonly #sources: ReadonlyMap<string, Source>

  constructor(sources: readonly SourceSeries[]) {
    this.#sources = new Map(sources.map(({ id, columns }) => [id, { columns, told: [], readers: [] }]))
  }

  get isEmpty(): boolean {
    return this.#sources.size === 0
  }

  /** A reader of its own for each way to read a dataset; null if it is no dataset of the run. */
  open(id: string | null, options: AsOfOptions): AsOfSeries | null {
    const source = id === null ? undefined : this.#sources.get(id)
    if (!source) return null
    if ((options.lag ?? null) !== null && !takesLag(source.columns))
      throw new ScriptApiError(`series: no value of ${id} is dated by an assumed delay, so it takes no lag`)
    const reader = new AsOfSeries(source.columns, options)
    for (const { columns, time } of source.told) reader.append(columns, time)
    source.readers.push(reader)
    return reader
  }

  /** False if it is no dataset of the session. No value counts before `time`. */
  append(id: string, columns: KnownColumns, time: number): boolean {
    const source = this.#sources.get(id)
    if (!source) return false
    source.told.push({ columns, time })
    for (const reader of source.readers) reader.append(columns, time)
    return true
  }
}
