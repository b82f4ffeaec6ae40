import { basename, join } from 'node:path'
import { UserError } from '@tradeloom/domain'
import type { StoredBackup } from '../backup-folders.ts'
import { hashFile } from '../data-files.ts'
import { backupsWithLog, DEFAULT_RETENTION } from '../keep-backups.ts'
import { listLog, segmentAt } from '../log-segments.ts'
import { basesOf } from '../recoverable.ts'
import type { SealedStore } from './sealed-store.ts'

/** Sends the log beside the backups after them, so that a lost machine takes at most a minute along. */
export class OffsiteLog {
  readonly #root: string
  /** Names of files that the store has; null: it has not been asked. */
  #sent: Set<string> | null = null
  #until: number | null = null
  #problem: string | null = null

  constructor(root: string) {
    this.#root = root
  }

  /** Everything that was committed until then is in the store; null: nothing of the log is. */
  get until(): number | null {
    return this.#until
  }

  /** Why the log is not sent; null if it is. */
  get problem(): string | null {
    return this.#problem
  }

  /** `backups` are in the store. */
  async look(open: () => Promise<SealedStore>, backups: readonly StoredBackup[], signal?: AbortSignal): Promise<void> {
    try {
      await this.#send(open, backups, signal)
      this.#problem = null
    } catch (error) {
      // What it has is found out again.
      this.#sent = null
      this.#problem = error instanceof UserError ? error.text : `The log cannot be sent: ${String(error)}`
    }
  }

  async #send(
    open: () => Promise<SealedStore>,
    backups: readonly StoredBackup[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const bases = basesOf(backupsWithLog(backups, DEFAULT_RETENTION))
    if (bases.length === 0) return
    const from = Math.min(...bases.map(({ database }) => segmentAt(database.startLsn)))
    const { segments, histories } = await listLog(this.#root)
    const wanted = [...histories, ...segments.filter(({ number }) => number >= from)]
    const missing = this.#sent === null ? wanted : wanted.filter(({ path }) => !this.#sent?.has(basename(path)))
    if (missing.length > 0) {
      const offsite = await open()
      this.#sent ??= await namesIn(offsite)
      for (const { path } of missing) {
        if (signal?.aborted === true) return
        const name = basename(path)
        if (!this.#sent.has(name)) {
          const { sha256 } = await hashFile(path)
          await offsite.putFile({ name: `log/${name}`, path, sha256, note: join(this.#root, '.upload-log') })
        }
        this.#sent.add(name)
      }
    }
    this.#until = segments.findLast(({ number }) => number >= from)?.until ?? this.#until
  }
}

async function namesIn(offsite: SealedStore): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of offsite.list('log/')) names.add(name.slice('log/'.length))
  return names
}
