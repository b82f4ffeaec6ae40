import type { ApiClient } from '../api-client.ts'
import { lastWholeMonth, slowScript } from '../slow-runs.ts'
import type { Installation } from './installation.ts'

interface Row {
  readonly id: string
  readonly status: string
  readonly detail: string | null
  readonly resultHash?: string | null
}

interface StartedImport {
  readonly row: Row
  readonly instrumentId: string
}

interface Instrument {
  readonly id: string
  readonly series: readonly { readonly rows: number; readonly months: readonly unknown[] }[]
}

const BACKTESTS = 4
/** A kill finds some of them running and some queued. */
const SCRIPT = slowScript(200)
const MONTHS = 12
const BARS_PER_MONTH = 5_000
const MINUTE = 60_000
const ENDS_WITHIN_MS = 180_000

/** Accepted backtests and imports, and their outcomes. */
export class WorkInProgress {
  readonly #client: ApiClient
  readonly #algorithmId: string
  readonly #versionId: string
  readonly #hashes = new Set<string>()
  #backtests: Row[] = []
  #import: StartedImport | null = null
  #imports = 0
  #saved: string[] = []

  private constructor(client: ApiClient, algorithmId: string, versionId: string) {
    this.#client = client
    this.#algorithmId = algorithmId
    this.#versionId = versionId
  }

  static async prepare({ client }: Installation): Promise<WorkInProgress> {
    const algorithm = await client.call<{ id: string }>('POST', '/api/algorithms', { name: 'Slow' })
    const version = await client.call<{ id: string }>('POST', `/api/algorithms/${algorithm.id}/versions`, {
      script: SCRIPT,
      message: 'Slow on purpose',
    })
    return new WorkInProgress(client, algorithm.id, version.id)
  }

  /** Uploads a year of bars and saves a version; resolves once both are accepted. */
  async begin(): Promise<void> {
    const instrumentId = `BTCUSDT:KEPT${this.#imports++}`
    this.#import = { row: await this.bringBars(instrumentId), instrumentId }
    const path = `/api/algorithms/${this.#algorithmId}/versions`
    const version = { script: `${SCRIPT}// version ${this.#saved.length}\n`, message: 'Saved before a kill' }
    this.#saved.push((await this.#client.call<{ id: string }>('POST', path, version)).id)
  }

  async queueBacktests(): Promise<void> {
    this.#backtests = await Promise.all(Array.from({ length: BACKTESTS }, () => this.queueBacktest()))
  }

  /** Resolves once a backtest runs and `count` of them have ended. */
  async untilEnded(count: number): Promise<void> {
    const deadline = performance.now() + ENDS_WITHIN_MS
    for (;;) {
      const rows = await this.#rows()
      if (rows.some(isBegun) && rows.filter(isEnded).length >= count) return
      if (performance.now() > deadline) throw new Error('The backtests do not get on')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Whether some of the backtests have not ended. */
  async isOpen(): Promise<boolean> {
    return !(await this.#rows()).every(isEnded)
  }

  #rows(): Promise<Row[]> {
    return Promise.all(this.#backtests.map(({ id }) => this.#client.call<Row>('GET', `/api/backtest/${id}`)))
  }

  /** Uploads a year of bars. */
  bringBars(instrumentId: string): Promise<Row> {
    const form = new FormData()
    form.append('instrumentId', instrumentId)
    form.append('format', 'csv')
    form.append('file', new Blob([YEAR_OF_BARS]), 'bars.csv')
    return this.#client.call<Row>('POST', '/api/market-data/imports', form)
  }

  queueBacktest(): Promise<Row> {
    return this.#client.call<Row>('POST', '/api/backtest', {
      algorithmId: this.#algorithmId,
      algorithmVersionId: this.#versionId,
      instrumentId: 'EURUSD:SIM',
      initialBalance: 10_000,
      ...lastWholeMonth(),
      interval: 'H1',
      resolution: 1,
      externals: {},
    })
  }

  /** Waits until everything has ended, and returns what is lost, half done, or has another result than before. */
  async losses(): Promise<string[]> {
    const lost: string[] = []
    for (const { id } of this.#backtests) {
      const row = await this.ended(`/api/backtest/${id}`)
      if (row.status !== 'Completed') lost.push(`a backtest is ${row.status} (${row.detail})`)
      else this.#hashes.add(row.resultHash ?? 'none')
    }
    if (this.#hashes.size > 1) lost.push(`the same run gave ${this.#hashes.size} results`)
    if (this.#import) lost.push(...(await this.#importLosses(this.#import)))
    lost.push(...(await this.#versionLosses()))
    return lost
  }

  /** Waits for the end of a backtest. */
  ended(path: string): Promise<Row> {
    return rowEnd(this.#client, path)
  }

  async #versionLosses(): Promise<string[]> {
    const path = `/api/algorithms/${this.#algorithmId}/versions`
    const there = new Set((await this.#client.call<{ id: string }[]>('GET', path)).map(({ id }) => id))
    return this.#saved.flatMap((id) => (there.has(id) ? [] : [`version ${id} is lost`]))
  }

  /** An import may fail and report it; then nothing of it is stored. Otherwise everything is. */
  async #importLosses({ row: { id }, instrumentId }: StartedImport): Promise<string[]> {
    const row = await importEnd(this.#client, id)
    const instruments = await this.#client.call<Instrument[]>('GET', '/api/instruments')
    const series = instruments.find((one) => one.id === instrumentId)?.series ?? []
    const rows = series.reduce((sum, one) => sum + one.rows, 0)
    const wanted = row.status === 'Completed' ? MONTHS * BARS_PER_MONTH : 0
    return rows === wanted ? [] : [`an import is ${row.status} with ${rows} of ${wanted} rows (${row.detail})`]
  }
}

export function importEnd(client: ApiClient, id: string): Promise<Row> {
  return rowEnd(client, `/api/market-data/imports/${id}`)
}

function isBegun({ status }: Row): boolean {
  return status !== 'Queued'
}

function isEnded({ status }: Row): boolean {
  return status !== 'Queued' && status !== 'In Progress'
}

async function rowEnd(client: ApiClient, path: string): Promise<Row> {
  const deadline = performance.now() + ENDS_WITHIN_MS
  for (;;) {
    // The server may be restarting.
    const row = await client.call<Row>('GET', path).catch(() => null)
    if (row && isEnded(row)) return row
    if (performance.now() > deadline) return row ?? { id: '', status: 'unknown', detail: 'no answer' }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

/** Made once: it takes longer than its upload, and meanwhile what is to be killed would end. */
const YEAR_OF_BARS = yearOfBars()

function yearOfBars(): string {
  const lines = ['time,open,high,low,close,volume']
  for (let month = 0; month < MONTHS; month++) {
    const start = Date.UTC(2023, month, 2)
    for (let bar = 0; bar < BARS_PER_MONTH; bar++) {
      const price = 100 + Math.sin(bar / 300) + month
      const [open, close] = [price.toFixed(3), (price + 0.01).toFixed(3)]
      lines.push(`${new Date(start + bar * MINUTE).toISOString()},${open},${close},${open},${close},1`)
    }
  }
  return `${lines.join('\n')}\n`
}
