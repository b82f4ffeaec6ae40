import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('npm start', () => {
  it('refuses options, which it would otherwise ignore, and names the way to set them', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'run.mjs'), 'start', '--port', '7071'],
      { encoding: 'utf8' },
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('start takes no options (--port 7071): set variables, as in PORT=7071 npm start')
  })
})
