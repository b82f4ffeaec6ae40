export interface FakeRequest {
  /** Decoded parts of the path. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

export interface FakeAnswer {
  readonly status?: number
  /** A text is sent as it is, anything else as JSON. */
  readonly body: unknown
}

/** A stand-in for one provider of data, in the shapes of its documentation. It imports nothing from the provider's file. */
export interface SourceFake {
  /** What it accepts as a key; empty where there are none. */
  readonly keys: readonly string[]
  readonly samples: {
    /** One with several pages of datasets, and how many. */
    readonly database: string
    readonly datasets: number
    /** Codes as ugly as real ones, each of which can be opened, and the first of which is listed. */
    readonly codes: readonly string[]
    readonly missing: string
    /** Has a value that is missing. */
    readonly sparse: string
    /** Has no values. */
    readonly empty?: string
    /** Has more than 20 columns besides its date. */
    readonly wide?: string
    /** Has revisions, as many as stated. */
    readonly revised?: { readonly code: string; readonly count: number }
    /** A search and a code that it finds. */
    readonly search?: readonly [words: string, code: string]
  }
  /** States a value of a period from a day on; null: there is none any longer. The code is not one of the samples. */
  publish?(code: string, period: string, day: string, value: string | null): void
  answer(request: FakeRequest): FakeAnswer
  /** What it says besides a status; `echo` is what came in the query, which some repeat. */
  error(status: number, echo: string): unknown
}

/** A refusal of a fake. */
export class FakeError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`status ${status}`)
    this.status = status
    this.body = body
  }
}
