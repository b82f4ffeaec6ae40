import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppError, diskFull } from '../errors/app-error.ts'

/** State of the file system; `fs.statfs` fits. */
export type FileSystemState = (folder: string) => Promise<{ bsize: number; blocks: number; bavail: number }>

export interface DiskReserveOptions {
  /** The data folder. */
  readonly folder: string
  readonly logger: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
  /** Called repeatedly while space is low, to delete what can be rebuilt. */
  readonly onLow?: () => Promise<void>
  readonly stateOf?: FileSystemState
}

export interface DiskRoom {
  readonly freeBytes: number
  /** Kept free for the results of running backtests, the log of the database and the operating system. */
  readonly reserveBytes: number
}

const GIGABYTE = 1_000_000_000
const MIN_RESERVE = GIGABYTE
const RESERVE_SHARE = 0.05
/** Less than this rounds to 0.00 GB. */
const MIN_REPORTED_BYTES = 0.005 * GIGABYTE
/** How long a state of the file system is reused. */
const FRESH_MS = 500
const CHECK_MS = 2000

/**
 * Keeps a part of the disk free. Below that reserve, uploads and new runs are rejected and queued runs wait. Reading
 * always works, and everything resumes on its own once there is space.
 */
export class DiskReserve {
  readonly #options: DiskReserveOptions
  readonly #closing = new AbortController()
  #asked = -Infinity
  #room: Promise<DiskRoom> | null = null
  #isLow = false
  /** Called when space runs out, with what the log says; set by who tells administrators. */
  onShort: () => Promise<void> = async () => undefined

  constructor(options: DiskReserveOptions) {
    this.#options = options
  }

  room(): Promise<DiskRoom> {
    if (!this.#room || performance.now() - this.#asked > FRESH_MS) {
      this.#asked = performance.now()
      this.#room = this.#look()
    }
    return this.#room
  }

  /** Throws if `bytes` more would leave less than the reserve. */
  async require(bytes = 0): Promise<void> {
    const refusal = await this.#refusal(bytes)
    if (refusal) throw refusal
  }

  /** Why nothing new is started, as a message; null if there is space. */
  async lack(): Promise<string | null> {
    return (await this.#refusal(0))?.message ?? null
  }

  /** Resolves when there is space, or when the signal aborts. */
  async whenRoom(signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#closing.signal])
    while (!either.aborted && (await this.lack()) !== null) {
      await sleep(CHECK_MS, undefined, { signal: either }).catch(() => undefined)
    }
  }

  /** Checks regularly, so that the log shows when space runs out and when it is back. */
  watch(): void {
    const timer = setInterval(() => void this.#tell(), CHECK_MS)
    timer.unref()
    this.#closing.signal.addEventListener('abort', () => clearInterval(timer))
    void this.#tell()
  }

  stop(): void {
    this.#closing.abort()
  }

  async #refusal(bytes: number): Promise<AppError | null> {
    const { freeBytes, reserveBytes } = await this.room()
    if (freeBytes - bytes >= reserveBytes) return null
    const need = bytes >= MIN_REPORTED_BYTES ? `, and this needs ${gigabytes(bytes)}` : ''
    return diskFull(
      `The disk of the server is nearly full: ${gigabytes(freeBytes)} is free and ${gigabytes(reserveBytes)} must ` +
        `stay free${need}. Please try again once there is more space`,
    )
  }

  async #look(): Promise<DiskRoom> {
    const { folder, logger, stateOf = statfs } = this.#options
    try {
      const { bsize, blocks, bavail } = await stateOf(folder)
      return { freeBytes: bavail * bsize, reserveBytes: Math.max(MIN_RESERVE, blocks * bsize * RESERVE_SHARE) }
    } catch (error) {
      // An unreadable state is no reason to stop; a failing write will be reported.
      logger.warn({ err: error }, 'the free space of the disk is unknown')
      return { freeBytes: Infinity, reserveBytes: MIN_RESERVE }
    }
  }

  async #tell(): Promise<void> {
    const room = await this.room()
    const isLow = room.freeBytes < room.reserveBytes
    const { logger, onLow } = this.#options
    if (isLow !== this.#isLow) {
      this.#isLow = isLow
      if (isLow) {
        logger.warn(room, 'the disk is nearly full: uploads and new runs are rejected')
        await this.onShort().catch((error: unknown) =>
          logger.warn({ err: error }, 'administrators could not be notified'),
        )
      } else logger.info(room, 'the disk has space again')
    }
    if (isLow) await onLow?.().catch((error: unknown) => logger.warn({ err: error }, 'freeing space'))
  }
}

export function gigabytes(bytes: number): string {
  return `${(Math.max(0, bytes) / GIGABYTE).toFixed(2)} GB`
}
