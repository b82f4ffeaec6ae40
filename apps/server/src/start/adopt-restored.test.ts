import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { adoptRestored } from './adopt-restored.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-adopt-'))
  write('postgres', 'empty')
  write('other', 'stays')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): void {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'file'), text)
}
const read = (name: string): string => readFileSync(join(folder, name, 'file'), 'utf8')

it('what was restored takes the place of what was there, which is set aside', () => {
  write('restored/postgres', 'restored')
  write('restored/market', 'prices')
  write('restored.partial.download-x', 'left')
  adoptRestored(folder)
  expect(['postgres', 'market', 'other', 'replaced/postgres'].map(read)).toEqual([
    'restored',
    'prices',
    'stays',
    'empty',
  ])
  expect(readdirSync(folder).toSorted()).toEqual(['market', 'other', 'postgres', 'replaced'])
})

it('an interrupted one goes on, between any two steps', () => {
  // The old one was set aside, and the new one is not in its place yet.
  write('restored/postgres', 'restored')
  mkdirSync(join(folder, 'replaced'))
  rmSync(join(folder, 'postgres'), { recursive: true })
  write('replaced/postgres', 'empty')
  adoptRestored(folder)
  expect(['postgres', 'replaced/postgres'].map(read)).toEqual(['restored', 'empty'])
  // All are in their place.
  mkdirSync(join(folder, 'restored'))
  adoptRestored(folder)
  expect(read('postgres')).toBe('restored')
})

it('what was not restored whole is removed, and an installation without one stays as it is', () => {
  write('restored.partial', 'half')
  adoptRestored(folder)
  expect(readdirSync(folder).toSorted()).toEqual(['other', 'postgres'])
  expect(read('postgres')).toBe('empty')
})
