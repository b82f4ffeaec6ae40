import type { SourceCall } from './source-call.ts'
import type { SourceErrorKind } from './source-error.ts'

/** A day of a calendar, such as 2026-11-27. */
export type SourceDay = string

/** A list that datasets are found in: a release, a vendor, an institution. */
export interface SourceDatabase {
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly premium: boolean
  /** Null where the provider does not say it. */
  readonly datasetsCount: number | null
}

/** What can be opened. */
export interface SourceDataset {
  readonly code: string
  readonly name: string
  readonly databaseCode: string
}

/** What has to be chosen before a dataset of many series can be opened. */
export interface SourceDimension {
  readonly code: string
  readonly label: string
  readonly values: readonly { readonly code: string; readonly label: string }[]
}

/** Null: missing. */
export type SourceCell = string | number | null

export interface SourceTable {
  readonly columns: readonly SourceColumn[]
  readonly order: 'asc' | 'desc'
  readonly rows: readonly (readonly SourceCell[])[]
  /** What has to be chosen first; there are no rows then. */
  readonly dimensions?: readonly SourceDimension[]
}

export interface SourceColumn {
  readonly name: string
  readonly type: 'date' | 'number' | 'text'
  /** In words, where its name is a code. */
  readonly label?: string | null
  /** Of its numbers, as the provider writes it. */
  readonly unit?: string | null
}

/** What was known about a period, and since when. Times are UTC milliseconds. */
export interface Revision {
  readonly periodStart: number
  /** Exclusive. */
  readonly periodEnd: number
  /** NaN: missing, or withdrawn. */
  readonly value: number
  readonly knownAt: number
  /** As the provider names it: a day, or a time. Null where known times are ours. */
  readonly vintage: string | null
}

/** Values that are published together. */
export interface Release {
  /** Equal for all series of one release. */
  readonly id: string
  readonly day: SourceDay
  /** When they can be seen, UTC milliseconds: the end of the day where nobody states a time. */
  readonly at: number
}

export interface DatasetPage {
  readonly database?: string
  readonly search?: string
  readonly start: number
  readonly count: number
}

export interface SourceBudget {
  readonly perMinute: number
  readonly perDay?: number
  readonly atOnce: number
}

/** A provider of data: one file states all that is known about it. Nothing else knows its name. */
export interface SourceProvider {
  /** In paths, keys and stored series. */
  readonly name: string
  readonly title: string
  /** Where it is reached, with a slash at the end. */
  readonly url: string
  readonly keyNeed: 'none' | 'optional' | 'required'
  /** Whether its terms let an operator's key serve all users. */
  readonly isKeyShared: boolean
  readonly signUp: { readonly url: string; readonly note: string | null } | null
  readonly budget: SourceBudget
  /** Of 1000 names of datasets each: how many the server reads a day, so that they can be searched. */
  readonly listPages: number
  readonly terms: {
    readonly text: string
    readonly url: string
    /** `page`: shown, and never written down. */
    readonly keep: 'forever' | 'page'
    readonly shareable: boolean
  }
  /** What is shown while nobody has given a key. */
  readonly catalog?: readonly SourceDatabase[]
  databases(call: SourceCall): Promise<readonly SourceDatabase[]>
  datasets(
    call: SourceCall,
    page: DatasetPage,
  ): Promise<{ readonly found: number; readonly data: readonly SourceDataset[] }>
  /** Numbers are checked; what is missing is null. */
  dataset(call: SourceCall, code: string): Promise<SourceTable>
  /** The cheapest call that a wrong key cannot make. */
  checkKey?(call: SourceCall): Promise<void>
  /**
   * What became known with a vintage and after it, in the order in which it became known; all of it after null. The vintage
   * itself comes again, for what comes later on its day replaces what came first.
   */
  revisions?(call: SourceCall, code: string, since: string | null): AsyncIterable<Revision>
  /** The unit of a series as the provider writes it; null if it does not. */
  unit?(call: SourceCall, code: string): Promise<string | null>
  /** In the order of their times; none where the provider does not say when. */
  releases?(call: SourceCall, code: string, from: SourceDay, to: SourceDay): Promise<readonly Release[]>
  /** What an answer other than 200 means. */
  readError(status: number, body: string): SourceErrorKind
}
