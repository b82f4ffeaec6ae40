import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const PICTURES = join(import.meta.dirname, 'pictures')
const GUIDE = join(import.meta.dirname, '../../../../../packages/documentation/guide')
const MAX_BYTES = 120_000

it('Every picture of the guide is there for both color schemes, is small, and is used', () => {
  const chapters = globSync('*.md', { cwd: GUIDE }).map((name) => readFileSync(join(GUIDE, name), 'utf8'))
  const names = chapters.flatMap((text) =>
    [...text.matchAll(/^!\[.+\]\((.+)-light\.webp\)$/gm)].map(([, path = '']) => path.split('/').at(-1) ?? ''),
  )
  const files = names.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`])
  expect(files.filter((file) => !existsSync(join(PICTURES, file)))).toEqual([])
  expect(files.filter((file) => statSync(join(PICTURES, file)).size > MAX_BYTES)).toEqual([])
  expect(globSync('*', { cwd: PICTURES }).toSorted()).toEqual(files.toSorted())
})
