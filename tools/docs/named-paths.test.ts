import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namedPaths } from './named-paths.ts'

describe('documentation', () => {
  const paths = namedPaths(join(import.meta.dirname, '..', '..'))

  it('names paths at all', () => {
    expect(paths.length).toBeGreaterThan(30)
  })

  it('names only paths that exist', () => {
    expect(paths.filter(({ exists }) => !exists)).toEqual([])
  })
})
