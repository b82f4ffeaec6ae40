import type { SeriesInterval } from '../store/series.ts'
import type { TextFile } from './open-files.ts'
import type { Problems } from './problems.ts'
import type { RowBuffers } from './row-buffers.ts'
import type { ParsedFile } from './parsed-rows.ts'

/** Which column of a file holds what: names of its header, or numbers from 1. */
export type ColumnMapping = Readonly<Record<string, string>>

/** Which of the symbols in a file is imported. */
export interface SymbolChoice {
  /** The symbol of the chosen instrument; null while none has been chosen. */
  readonly instrument: string | null
  /** The symbol that the user named; null if they named none. */
  readonly wanted: string | null
  /** The symbols found so far, when they are collected instead of refused. */
  readonly seen?: Set<string>
}

export interface ReadContext {
  readonly timezone: string
  /** Whether the user stated the time zone, rather than the format. */
  readonly isZoneStated: boolean
  readonly symbol: SymbolChoice
  /** The header of times whose clock is not known, so that times without an offset cannot be read. */
  readonly unknownClock?: string
  readonly mapping: ColumnMapping
  readonly problems: Problems
  /** Where rows are gathered, one file after the other. */
  readonly buffers: RowBuffers
  /** The broker part of the instrument, for formats in which it matters. */
  readonly broker: string
  /** Set by the caller when the file does not state it. */
  readonly interval: SeriesInterval | null
  /** Called from time to time with the number of rows read so far in this file. */
  readonly onRows: (rows: number) => void
}

export interface ImportFormat {
  readonly name: string
  readonly title: string
  readonly description: string
  /** IANA name or UTC offset for times without a time zone. */
  readonly defaultTimezone: string
  readonly extensions: readonly string[]
  /** Whether the user may have to map columns. */
  readonly needsMapping: boolean
  /** Bid and ask come as two files that together make one series, even when their names do not tell which is which. */
  readonly isPaired?: boolean
  /** A default time zone that depends on the broker. */
  readonly timezoneFor?: (broker: string) => string
  /** Rows of one file in file order. Throws ImportError if the file as a whole is unusable. */
  readonly read: (file: TextFile, context: ReadContext) => Promise<ParsedFile>
}
