import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currentStamp, everythingBelow, writeStamp } from './stamp.mjs'

const LONG_AGO = new Date('2024-01-01T00:00:00Z')

let folder = ''
let stamp = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-stamp-'))
  stamp = join(folder, 'out', 'stamp.json')
  mkdirSync(join(folder, 'src'))
  for (const name of ['a.ts', 'b.ts']) writeOld(name, `export const ${name[0]} = 1`)
  utimesSync(join(folder, 'src'), LONG_AGO, LONG_AGO)
  writeStamp(stamp, everythingBelow(join(folder, 'src')), { since: Date.now(), note: 'built' })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function writeOld(name: string, text: string): void {
  writeFileSync(join(folder, 'src', name), text)
  utimesSync(join(folder, 'src', name), LONG_AGO, LONG_AGO)
}

describe('a stamp over sources', () => {
  it('is current and returns its facts while nothing changes', () => {
    expect(currentStamp(stamp)).toMatchObject({ note: 'built' })
  })

  it('stays current if the sources are copied without their times', () => {
    cpSync(join(folder, 'src', 'a.ts'), join(folder, 'copy'))
    cpSync(join(folder, 'copy'), join(folder, 'src', 'a.ts'))
    expect(currentStamp(stamp)).not.toBeNull()
  })

  it.each([
    ['changed', () => writeFileSync(join(folder, 'src', 'a.ts'), 'export const a = 2')],
    ['changed to a text of another length that claims the old time', () => writeOld('a.ts', 'export const a = 22')],
    ['removed', () => rmSync(join(folder, 'src', 'b.ts'))],
    ['added', () => writeFileSync(join(folder, 'src', 'c.ts'), '')],
  ])('is outdated after a source was %s', (_, change) => {
    change()
    expect(currentStamp(stamp)).toBeNull()
  })

  it('does not trust a source that changed while it was read', () => {
    writeFileSync(join(folder, 'src', 'a.ts'), 'export const a = 3')
    writeStamp(stamp, everythingBelow(join(folder, 'src')), { since: Date.now() })
    expect(currentStamp(stamp)).toBeNull()
  })

  it('is outdated if it does not exist', () => {
    expect(currentStamp(join(folder, 'nowhere.json'))).toBeNull()
  })
})
