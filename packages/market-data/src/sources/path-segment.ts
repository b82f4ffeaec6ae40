import { SourceError } from './source-error.ts'

/** A part of a code as a part of an address. Dots alone would lead to another one. */
export function pathSegment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new SourceError('not-found', 'There is no such dataset')
  return encodeURIComponent(text)
}
