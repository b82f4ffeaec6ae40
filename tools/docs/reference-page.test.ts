import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { referencePage, VECTORS } from './reference-page.ts'

const isThere = existsSync(VECTORS)
if (!isThere) console.info('../shared/data/reference/tulip is not there: docs/reference.md is not compared')

describe.skipIf(!isThere)('docs/reference.md', () => {
  it('is what the registries say now', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference.md'), 'utf8')
    expect(page === referencePage(), 'Run node tools/docs/write-reference.ts').toBe(true)
  })
})
