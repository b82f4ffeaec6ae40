import { mkdtempSync, rmSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { ParsedFiles } from './parsed-files.ts'

describe('ParsedFiles', () => {
  let folder: string
  let parsed: string[]
  let files: ParsedFiles<{ readonly text: string }>
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tradeloom-parsed-'))
    parsed = []
    files = new ParsedFiles((text) => {
      if (text === 'damaged') throw new SyntaxError(text)
      parsed.push(text.slice(0, 3))
      return { text }
    })
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const path = (name: string): string => join(folder, name)

  it('parses a file once, and shares what it found', async () => {
    await writeFile(path('a'), 'one')
    const first = await files.read(path('a'))
    expect(await files.read(path('a'))).toBe(first)
    expect(parsed).toEqual(['one'])
  })

  it('reads a file again after it was written to, or replaced by one of the same size', async () => {
    await writeFile(path('a'), 'one')
    await files.read(path('a'))
    await writeFile(path('a'), 'three')
    expect(await files.read(path('a'))).toEqual({ text: 'three' })
    await writeFile(path('b'), 'eight')
    await rename(path('b'), path('a'))
    expect(await files.read(path('a'))).toEqual({ text: 'eight' })
  })

  it('rejects for a file that was removed, and for one that cannot be parsed, whatever it was before', async () => {
    await writeFile(path('a'), 'one')
    await files.read(path('a'))
    await writeFile(path('a'), 'damaged')
    await expect(files.read(path('a'))).rejects.toThrow('damaged')
    await rm(path('a'))
    await expect(files.read(path('a'))).rejects.toThrow('ENOENT')
    await writeFile(path('a'), 'one')
    expect(await files.read(path('a'))).toEqual({ text: 'one' })
  })

  it('forgets the files whose last reading is longest ago when their texts are too long together', async () => {
    const half = '-'.repeat(3_999_990)
    for (const name of ['a', 'b', 'c']) await writeFile(path(name), `${name}${half}`)
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await files.read(path(name))
    expect(parsed).toEqual(['a--', 'b--', 'c--', 'b--'])
  })
})
