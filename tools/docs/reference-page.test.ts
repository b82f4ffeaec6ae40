import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { referencePage } from './reference-page.ts'

describe('docs/reference.md', () => {
  it('matches the registries of the code', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference.md'), 'utf8')
    expect(page === referencePage(), 'Run node tools/docs/write-reference.ts').toBe(true)
  })
})
