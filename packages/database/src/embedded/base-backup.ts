import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { Client, type ClientConfig, type Connection, type PoolConfig, type Submittable } from 'pg'

/** What is known of a copy of the whole cluster beside its files. */
export interface BaseBackup {
  /** Positions in the log: where the copy began, and from where on it is consistent. */
  readonly startLsn: string
  readonly endLsn: string
  readonly timeline: number
  /** PostgreSQL's list of the files with their hashes. */
  readonly manifest: Buffer
}

const COMMAND =
  "BASE_BACKUP (CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', LABEL 'tradeloom')"
/** PostgreSQL sends 32 kB at a time: whatever follows would do its work in too many steps. */
const CHUNK_BYTES = 1024 * 1024
/** Beside everything else that the database does. */
const LOW_PRIORITY = 10

/**
 * Has the embedded PostgreSQL send a base backup of itself (`BASE_BACKUP`, which needs none of PostgreSQL's client programs): a
 * tar of all files, with the log that makes them consistent, as fast as `keep` takes it. Callers exclude each other.
 */
export async function takeBaseBackup(
  connection: PoolConfig,
  keep: (tar: Readable) => Promise<void>,
): Promise<BaseBackup> {
  // `replication` is not in the types of the client.
  const client = new Client({ ...connection, replication: 'true' } as ClientConfig)
  client.on('error', () => {})
  await client.connect()
  try {
    yieldToOthers(client)
    const sent = client.query(new SentCluster())
    await keep(sent)
    return sent.backup()
  } finally {
    await client.end().catch(() => {})
  }
}

/** Only of the process of PostgreSQL that serves this connection. Without the right to do so, it is as fast as the others. */
function yieldToOthers(client: Client): void {
  const { processID } = client as Client & { readonly processID: number | null }
  try {
    if (processID !== null) setPriority(processID, LOW_PRIORITY)
  } catch {}
}

/** The tar that a base backup sends. PostgreSQL waits while nobody reads it. */
class SentCluster extends Readable implements Submittable {
  #connection: { readonly stream: Readable; query(text: string): void } | null = null
  /** First rows of what it answers: for its beginning, for the table spaces, and for its end. */
  readonly #results: string[][] = []
  readonly #manifest: Buffer[] = []
  #isManifest = false
  #waiting: Buffer[] = []
  #waitingBytes = 0

  constructor() {
    super({ highWaterMark: 4 * CHUNK_BYTES })
  }

  /** Once everything was read. */
  backup(): BaseBackup {
    const [start, , end] = this.#results
    if (!start?.[0] || !start[1] || !end?.[0])
      throw new Error('PostgreSQL did not say where its base backup begins and ends')
    const manifest = Buffer.concat(this.#manifest)
    return { startLsn: start[0], endLsn: end[0], timeline: Number(start[1]), manifest }
  }

  submit(connection: Connection): void {
    this.#connection = connection as unknown as { readonly stream: Readable; query(text: string): void }
    this.#connection.query(COMMAND)
  }

  handleRowDescription(): void {
    this.#results.push([])
  }

  handleDataRow({ fields }: { readonly fields: string[] }): void {
    const result = this.#results.at(-1)
    if (result?.length === 0) result.push(...fields)
  }

  /** The first byte says what it is: another archive, the manifest, or a part of either. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const kind = String.fromCodePoint(chunk[0] ?? 0)
    if (kind === 'm') this.#isManifest = true
    if (kind !== 'd' || this.destroyed) return
    // The client reads what comes next into the same memory.
    const part = Buffer.from(chunk.subarray(1))
    if (this.#isManifest) this.#manifest.push(part)
    else {
      this.#waiting.push(part)
      this.#waitingBytes += part.length
      if (this.#waitingBytes >= CHUNK_BYTES && !this.#pass()) this.#connection?.stream.pause()
    }
  }

  #pass(): boolean {
    const all = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    return this.push(all)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (this.destroyed) return
    if (this.#waitingBytes > 0) this.#pass()
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }
}
