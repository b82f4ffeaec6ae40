import { ImportError } from './import-error.ts'

/** Limits of one import. Anything larger is refused, with the figures, before it takes memory. */
export interface ImportLimits {
  /** Files, including files in archives. */
  readonly files: number
  /** Bytes of text, unpacked. */
  readonly bytes: number
  /** Maximum unpacked size divided by packed size, for a text with more than `ratioFrom` bytes. */
  readonly ratio: number
  readonly ratioFrom: number
  /** Numbers kept for all rows: a tick has 4 with its line, a bar of one price 7, a bar of bid and ask 11. */
  readonly values: number
  /** Maximum bytes of a text that is parsed as a whole. */
  readonly jsonBytes: number
}

const MB = 1024 ** 2

/**
 * Real market data compresses to a tenth. The limit on values is 20 million ticks or 18 years of minutes, 640 MB;
 * reading, sorting and grading them takes 2.7 GB.
 */
export const IMPORT_LIMITS: ImportLimits = {
  files: 20_000,
  bytes: 4096 * MB,
  ratio: 100,
  ratioFrom: 64 * MB,
  values: 80_000_000,
  jsonBytes: 64 * MB,
}

const IN_PARTS = 'Import it in parts'

/** Counts what an import uses, over all of its files. */
export class ImportBudget {
  readonly limits: ImportLimits
  #files = 0
  #bytes = 0
  #values = 0

  constructor(limits: ImportLimits = IMPORT_LIMITS) {
    this.limits = limits
  }

  /** Counts one more file. */
  addFile(path: string): void {
    this.#files += 1
    if (this.#files > this.limits.files)
      throw new ImportError(
        `one import takes at most ${figure(this.limits.files)} files, including those in archives. ${IN_PARTS}`,
        path,
      )
  }

  /** Counts more bytes of text. */
  addBytes(path: string, count: number): void {
    this.#bytes += count
    if (this.#bytes > this.limits.bytes)
      throw new ImportError(`one import takes at most ${size(this.limits.bytes)} of unpacked text. ${IN_PARTS}`, path)
  }

  /** Refuses a text of `bytes` bytes (so far) that was unpacked from `packed` bytes. */
  checkRatio(path: string, bytes: number, packed: number): void {
    if (bytes <= this.limits.ratioFrom || bytes <= packed * this.limits.ratio) return
    const times = `more than ${figure(this.limits.ratio)} times as large unpacked as packed`
    throw new ImportError(`is ${times} (${size(bytes)} from ${size(packed)}); this is not market data`, path)
  }

  /** How many more rows of this width fit. */
  rowsLeft(width: number): number {
    return Math.floor((this.limits.values - this.#values) / width)
  }

  addRows(rows: number, width: number): void {
    this.#values += rows * width
  }

  tooManyRows(path: string, line: number, width: number): ImportError {
    const rows = Math.floor(this.limits.values / width)
    return new ImportError(`one import takes at most ${figure(rows)} rows of this kind. ${IN_PARTS}`, path, line)
  }
}

function figure(count: number): string {
  return count.toLocaleString('en-US')
}

function size(bytes: number): string {
  if (bytes >= 1024 * MB) return `${(bytes / 1024 / MB).toFixed(1)} GB`
  return bytes >= MB ? `${(bytes / MB).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} kB`
}
