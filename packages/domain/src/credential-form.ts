/** What opens an account at a venue; `key`: one key for each environment. */
export type CredentialForm = 'key-and-secret' | 'key' | 'login'

/** `practice` trades with play money at the same venue. */
export type VenueEnvironment = 'live' | 'practice'
