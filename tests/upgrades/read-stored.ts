import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** What a stored database belongs to. */
export interface StoredHead {
  readonly commit: string
  /** How many it had applied. */
  readonly migrations: number
  /** What its secrets are sealed under, base64: it was made for the fixture alone. Null if nothing could be sealed yet. */
  readonly masterKey: string | null
}

export function storedFile(commit: string): string {
  return join(import.meta.dirname, 'stored', `${commit}.br`)
}

/** The rows of a database of an earlier commit, each a table and its JSON. */
export function readStored(commit: string): StoredHead & { readonly lines: readonly string[] } {
  const [head = '', ...lines] = brotliDecompressSync(readFileSync(storedFile(commit)))
    .toString()
    .split('\n')
  return { ...(JSON.parse(head) as StoredHead), lines }
}
