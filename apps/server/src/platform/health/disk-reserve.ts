import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppError, diskFull } from '../errors/app-error.ts'

/** What is asked of the file system; `fs.statfs` fits. */
export type FileSystemState = (folder: string) => Promise<{ bsize: number; blocks: number; bavail: number }>

export interface DiskReserveOptions {
  /** The folder of everything kept. */
  readonly folder: string
  readonly logger: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
  /** Called again and again while there is too little room: whatever can be made anew may go. */
  readonly onLow?: () => Promise<void>
  readonly stateOf?: FileSystemState
}

export interface DiskRoom {
  readonly freeBytes: number
  /** What has to stay free: results of runs that go on, the database's log, and the operating system need it. */
  readonly reserveBytes: number
}

const GIGABYTE = 1_000_000_000
const MIN_RESERVE = GIGABYTE
const RESERVE_SHARE = 0.05
/** Less is nothing in gigabytes with two decimals. */
const TOLD_BYTES = 0.005 * GIGABYTE
/** An answer of the file system is good for this long. */
const FRESH_MS = 500
const LOOK_MS = 2000

/**
 * Keeps a part of the disk free. Below it nothing that needs room is begun: uploads and new runs are refused, runs that
 * wait go on waiting. Reading is never touched, and everything goes on by itself once there is room again.
 */
export class DiskReserve {
  readonly #options: DiskReserveOptions
  readonly #closing = new AbortController()
  #asked = -Infinity
  #room: Promise<DiskRoom> | null = null
  #isLow = false

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

  /** Throws when less than the reserve would be left after `bytes` more. */
  async require(bytes = 0): Promise<void> {
    const refusal = await this.#refusal(bytes)
    if (refusal) throw refusal
  }

  /** Why nothing new is begun, for people; null when there is room. */
  async lack(): Promise<string | null> {
    return (await this.#refusal(0))?.message ?? null
  }

  /** Resolves when there is room, or when the waiting is ended. */
  async whenRoom(signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#closing.signal])
    while (!either.aborted && (await this.lack()) !== null) {
      await sleep(LOOK_MS, undefined, { signal: either }).catch(() => undefined)
    }
  }

  /** Looks from time to time, so that the log says when room runs out and when it is back. */
  watch(): void {
    const timer = setInterval(() => void this.#tell(), LOOK_MS)
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
    const need = bytes >= TOLD_BYTES ? `, and this needs ${gigabytes(bytes)}` : ''
    return diskFull(
      `The disk of the server is nearly full: ${gigabytes(freeBytes)} is free and ${gigabytes(reserveBytes)} must ` +
        `stay free${need}. Please try again once there is more room`,
    )
  }

  async #look(): Promise<DiskRoom> {
    const { folder, logger, stateOf = statfs } = this.#options
    try {
      const { bsize, blocks, bavail } = await stateOf(folder)
      return { freeBytes: bavail * bsize, reserveBytes: Math.max(MIN_RESERVE, blocks * bsize * RESERVE_SHARE) }
    } catch (error) {
      // A file system that tells nothing is no reason to stop; a write that fails will say so.
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
      if (isLow) logger.warn(room, 'the disk is nearly full: uploads and new runs are refused')
      else logger.info(room, 'the disk has room again')
    }
    if (isLow) await onLow?.().catch((error: unknown) => logger.warn({ err: error }, 'making room'))
  }
}

function gigabytes(bytes: number): string {
  return `${(Math.max(0, bytes) / GIGABYTE).toFixed(2)} GB`
}
