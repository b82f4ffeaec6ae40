import type { SourceErrorKind } from './source-error.ts'

/** What a status means wherever a provider gives it no other meaning. */
export function readStatus(status: number): SourceErrorKind {
  if (status === 403) return 'no-right'
  if (status === 404) return 'not-found'
  if (status === 410) return 'gone'
  if (status === 423 || status === 429) return 'limit'
  if (status === 408 || status >= 500) return 'away'
  return status >= 400 ? 'bad-request' : 'unreadable'
}
