import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guardLimits } from '@tradeloom/domain'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GuardFile } from './guard-file.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tradeloom-guard-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['no limits', { dailyLoss: 500 }, { dailyLoss: 500 }],
  ['no limit at all', {}, {}],
  ['fewer limits', { limits: { dailyLoss: 500 } }, { dailyLoss: 500 }],
  ['a limit that is gone', { limits: { dailyLoss: 500, old: 1 } }, { dailyLoss: 500 }],
])('reads the file of a release with %s, and takes none that is missing for one', (_, stored, limits) => {
  const path = join(folder, 'guardian.json')
  const connection = { id: 'c', venueId: 'BINANCE', urls: {} }
  const known = { accountId: 'a', connection, positions: [{ id: 'p' }] }
  const guards = [{ stored: { ...known, ...stored }, raised: null, closings: [] }]
  writeFileSync(path, JSON.stringify({ version: 1, guards, listings: [] }))
  const [guard] = new GuardFile(path).load()?.guards ?? []
  expect(guard?.stored).toMatchObject({ accountId: 'a', sales: [], peak: null, model: 'spot' })
  expect(guard?.stored.positions).toEqual([{ id: 'p', brokerId: 'p' }])
  expect(guard?.stored.limits).toEqual(guardLimits(limits))
})
