import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('system.generated.js', () => {
  it('is made from the scripts as they are now', () => {
    const generator = join(import.meta.dirname, '../../../tools/generate-indicators.mjs')
    expect(() => execFileSync(process.execPath, [generator, '--check'], { stdio: 'pipe' })).not.toThrow()
  })
})
