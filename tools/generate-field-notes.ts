// Puts what the contracts say about their fields in comments into a module, from which the pages and documents of the API
// are made. Like all generated files it is not in git.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFieldNotes } from './read-field-notes.ts'

const root = join(import.meta.dirname, '..')
const FILE = join(root, 'apps/server/src/features/api-documents/field-notes.generated.ts')
/** Of calls, and of requests over the socket. */
const PART = /^(?:params|query|body|response|payload|answer)\./

/** Writes the module when it is missing or out of date. */
export function generateFieldNotes(): void {
  const entries = [...readFieldNotes(join(root, 'packages/contracts/src'))].flatMap(([name, notes]) =>
    [...notes]
      .filter(([path]) => name === 'topics' || PART.test(path))
      .map(([path, note]) => [`${name}.${path}`, note]),
  )
  const text = `// Written by tools/generate-field-notes.ts from packages/contracts/src.
/** By name of the contract and path of the field. */
export const FIELD_NOTES: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(entries), null, 2)}
`
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text)
}
