import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Lines that all processes of one machine append, and read in one and the same order: the system appends each line whole.
 * There is one file for each period, so that old ones can go.
 */
export class SharedLog {
  readonly #folder: string
  readonly #periodMs: number
  #period: number | null = null
  #file: number | null = null
  #offset = 0

  constructor(folder: string, periodMs: number) {
    this.#folder = folder
    this.#periodMs = periodMs
  }

  /** Throws if the disk takes nothing. Nothing is read meanwhile. */
  append(line: string, now: number): void {
    writeSync(this.#opened(now), `${line}\n`)
  }

  /** Lines that nobody has read here yet, those of the period before included. Throws if they cannot be read. */
  read(now: number): string[] {
    const period = Math.floor(now / this.#periodMs)
    const before = period === this.#period ? [] : this.#linesBefore(period)
    this.#opened(now)
    return [...before, ...this.#unread()]
  }

  #linesBefore(period: number): string[] {
    if (this.#period !== period - 1) this.#open(period - 1)
    return this.#unread()
  }

  #opened(now: number): number {
    const period = Math.floor(now / this.#periodMs)
    return this.#period === period && this.#file !== null ? this.#file : this.#open(period)
  }

  #open(period: number): number {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#file = openSync(join(this.#folder, String(period)), 'a+', 0o600)
    this.#period = period
    this.#offset = 0
    for (const name of readdirSync(this.#folder)) {
      if (Number(name) < period - 1) rmSync(join(this.#folder, name), { force: true })
    }
    return this.#file
  }

  #unread(): string[] {
    if (this.#file === null) return []
    const bytes = Buffer.alloc(Math.max(0, fstatSync(this.#file).size - this.#offset))
    if (bytes.length === 0) return []
    const text = bytes.subarray(0, readSync(this.#file, bytes, 0, bytes.length, this.#offset))
    const end = text.lastIndexOf('\n') + 1
    this.#offset += end
    return text.toString('utf8', 0, end).split('\n').slice(0, -1)
  }
}
