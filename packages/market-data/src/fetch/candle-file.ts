import { type FileHandle, open } from 'node:fs/promises'
import { BAR_COLUMNS, type BarColumns, UserError } from '@tradeloom/domain'
import { seriesColumns, type PriceKind } from '../store/series.ts'

const SIDES = ['Open', 'High', 'Low', 'Close'] as const

/** Candles as the CSV that the importer reads. A venue with candles of trades alone gives the same bid and ask. */
export class CandleFile {
  readonly #file: FileHandle
  #kind: PriceKind | null
  rows = 0
  first = NaN
  /** Of the last row. */
  last = NaN

  static async create(path: string, kind: PriceKind | null): Promise<CandleFile> {
    return new CandleFile(await open(path, 'wx', 0o600), kind)
  }

  private constructor(file: FileHandle, kind: PriceKind | null) {
    this.#file = file
    this.#kind = kind
  }

  /** Null before the first row. */
  get kind(): PriceKind | null {
    return this.#kind
  }

  async add(page: BarColumns): Promise<void> {
    const kind = isOfTrades(page) ? 'trade' : 'quote'
    this.#kind ??= kind
    // A quiet page of quotes may look like trades.
    if (kind === 'quote' && this.#kind === 'trade') throw new UserError('conflict', 'The venue mixes trades and quotes')
    const columns = this.#kind === 'quote' ? BAR_COLUMNS.map((name) => page[name]) : tradesOf(page)
    let text = this.rows === 0 ? `${seriesColumns({ interval: 'M1', price: this.#kind }).join(',')}\n` : ''
    for (let row = 0; row < page.time.length; row++) {
      const time = page.time[row] as number
      if (time <= this.last) throw new UserError('conflict', 'The venue sent minutes out of order')
      if (this.rows === 0) this.first = time
      this.last = time
      this.rows += 1
      text += new Date(time).toISOString()
      for (const column of columns.slice(1)) text += `,${column[row]}`
      text += '\n'
    }
    await this.#file.write(text)
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

function isOfTrades(page: BarColumns): boolean {
  return SIDES.every((side) => page[`bid${side}`].every((price, row) => price === page[`ask${side}`][row]))
}

function tradesOf({ time, bidOpen, bidHigh, bidLow, bidClose, volume }: BarColumns): Float64Array[] {
  return [time, bidOpen, bidHigh, bidLow, bidClose, volume]
}
