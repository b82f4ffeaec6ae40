import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { analyzeScript } from './analyze-script.ts'

const folder = join(import.meta.dirname, '../../indicators/src/catalog')

describe('a copy of a system indicator', () => {
  it.each(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js')))(
    'has neither errors nor warnings: %s',
    (file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      expect(analyzeScript(source, 'indicator')).toMatchObject({ errors: [], warnings: [], javascript: source })
    },
  )
})
