/** What an access key may do: `read` shows, `write` changes and starts runs, `trade` touches orders and money. */
export const API_SCOPES = ['read', 'write', 'trade'] as const
export type ApiScope = (typeof API_SCOPES)[number]

/** On what terms programs with an access key may make a call. Calls without terms are for browsers only. */
export interface ApiTerms {
  readonly scope: ApiScope
  /** In credits. */
  readonly cost: number
}

export const READ = { scope: 'read', cost: 1 } as const
/** Prices and results: the server reads months of data for them. */
export const READ_MUCH = { scope: 'read', cost: 5 } as const
export const WRITE = { scope: 'write', cost: 1 } as const
/** A run uses compute units besides. */
export const START_RUN = { scope: 'write', cost: 10 } as const
export const TRADE = { scope: 'trade', cost: 1 } as const
export const START_SESSION = { scope: 'trade', cost: 10 } as const

/**
 * Whether a call may be sent again with the same `Idempotency-Key`: it then takes effect once. Those of visitors have nobody to
 * keep a key for; names and addresses register once anyway.
 */
export function takesIdempotencyKey({ method, auth }: { readonly method: string; readonly auth: string }): boolean {
  return method === 'POST' && auth !== 'public'
}
