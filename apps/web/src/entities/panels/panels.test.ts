import { globSync } from 'node:fs'
import { join } from 'node:path'
import { PANEL_NAMES } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { PANELS } from './panels.ts'

const FEATURES = join(import.meta.dirname, '../../features')
const FILES = globSync('**/*.panel.tsx', { cwd: FEATURES })
const TESTS = globSync('**/*.panel.test.tsx', { cwd: FEATURES })

describe('the panels of all features', () => {
  it('are found in their folders and have names of their own', () => {
    const names = PANELS.map(({ name }) => name)
    expect(names).toHaveLength(FILES.length)
    expect(new Set(names).size).toBe(names.length)
    // The server refuses layouts with others.
    expect(names.toSorted()).toEqual([...PANEL_NAMES])
    // A layout's name may not contain a slash, and an address shows it.
    expect(names.filter((name) => !/^[a-z][a-z0-9-]*$/.test(name))).toEqual([])
    const letters = PANELS.flatMap(({ letter }) => letter ?? [])
    expect(letters.filter((letter) => !/^[A-Z]$/.test(letter))).toEqual([])
    expect(new Set(letters).size).toBe(letters.length)
  })

  it.each(PANELS)('$name fits the grid, starts with its defaults and reads what it stores', (panel) => {
    const { w, h } = panel.size
    expect(w >= 1 && w <= 7 && h >= 1, `${w} by ${h} cells`).toBe(true)
    const options = panel.readOptions(undefined)
    expect(panel.readOptions(JSON.parse(JSON.stringify(panel.storeOptions(options))))).toEqual(options)
  })

  it.each(FILES)('%s has a test beside it', (file) => {
    expect(TESTS).toContain(file.replace('.tsx', '.test.tsx'))
  })
})
