import { type OptimizationColumns, unpackOptimizationRows } from '@tradeloom/contracts'
import { call } from '../../../api/call.ts'
import { firstRows } from './first-rows.ts'
import type { OptimizationRows } from './optimization-rows.ts'
import type { RowsBuffer } from './rows-buffer.ts'

/** After the first rows. */
const PAGE = 50_000

export interface RowsState {
  readonly rows: OptimizationRows
  /** The rows that were there at first have not all been read yet. */
  readonly isLoading: boolean
  readonly error: unknown
}

interface ReaderOptions {
  readonly id: string
  readonly buffer: RowsBuffer
  /** Between two redraws while rows arrive. */
  readonly redrawMs: number
}

/** Reads the rows of one optimization page by page, appends live ones, and fills gaps by reading again. */
export class RowsReader {
  readonly id: string
  readonly #buffer: RowsBuffer
  readonly #redrawMs: number
  readonly #listeners = new Set<() => void>()
  #state: RowsState
  #revision = 0
  /** Newest revision that is known to exist. */
  #wanted = 0
  #reading: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ id, buffer, redrawMs }: ReaderOptions) {
    this.id = id
    this.#buffer = buffer
    this.#redrawMs = redrawMs
    this.#state = { rows: buffer.snapshot(), isLoading: true, error: null }
  }

  get state(): RowsState {
    return this.#state
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads what is new since the last time. */
  read(): Promise<void> {
    this.#reading ??= this.#readPages().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  /** Rows of an event, stored after the revision `from`. */
  receive(from: number, columns: OptimizationColumns): void {
    this.#wanted = Math.max(this.#wanted, columns.revision)
    if (columns.revision <= this.#revision) return
    // An answer on its way ends with these rows or before them; reading goes on until they are there.
    if (this.#reading !== null || from > this.#revision) {
      void this.read()
      return
    }
    try {
      this.#append(columns)
    } catch (error) {
      this.flush(error)
      return
    }
    this.#timer ??= setTimeout(() => this.flush(), this.#buffer.count === columns.count ? 0 : this.#redrawMs)
  }

  /** Shows everything that has arrived. */
  flush(error: unknown = null, isLoading = false): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#state = { rows: this.#buffer.snapshot(), isLoading, error }
    for (const listener of this.#listeners) listener()
  }

  async #readPages(): Promise<void> {
    try {
      let isMore = true
      let isFirst = true
      while (isMore) {
        const before = this.#revision
        const columns = await (before === 0
          ? firstRows(this.id)
          : call('getOptimizationResults', { params: { id: this.id }, query: { after: before, limit: PAGE } }))
        this.#append(columns)
        isMore = this.#revision > before && (columns.more || this.#revision < this.#wanted)
        // The first page is shown at once, the others together: each drawing takes as long as reading a page.
        if (isFirst || !isMore) this.flush(null, isMore)
        isFirst = false
      }
    } catch (error) {
      this.flush(error)
    }
  }

  #append(columns: OptimizationColumns): void {
    this.#buffer.append(unpackOptimizationRows(columns, this.#buffer.lattice.axes.length), columns.errors)
    this.#revision = Math.max(this.#revision, columns.revision)
  }
}
