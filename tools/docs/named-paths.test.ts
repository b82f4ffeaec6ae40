import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namedPaths } from './named-paths.ts'

describe('documentation', () => {
  const paths = namedPaths(join(import.meta.dirname, '..', '..'))

  it('finds paths on the pages', () => {
    expect(paths.length).toBeGreaterThan(30)
  })

  it('finds only paths that exist', () => {
    expect(paths.filter(({ exists }) => !exists)).toEqual([])
  })
})
