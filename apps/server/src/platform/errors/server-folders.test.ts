import { describe, expect, it } from 'vitest'
import { AppError, invalid } from './app-error.ts'
import { hideFolder, withoutServerPaths } from './server-folders.ts'

describe('texts for users', () => {
  it('contain no paths of the server', () => {
    hideFolder('/srv/my data/tradeloom')
    expect(withoutServerPaths("ENOENT: no such file, open '/srv/my data/tradeloom/market/EURUSD/M1.parquet'")).toBe(
      "ENOENT: no such file, open 'M1.parquet'",
    )
    expect(withoutServerPaths('/srv/my data/tradeloom cannot be written: no space is left')).toBe(
      'the data folder cannot be written: no space is left',
    )
    const { message } = invalid(`${import.meta.filename}: line 3`)
    expect(message).toBe('server-folders.test.ts: line 3')
    expect(new AppError('not-found', 'not-found', 'There is nothing at GET /api/x/y').message).toContain('/api/x/y')
  })
})
