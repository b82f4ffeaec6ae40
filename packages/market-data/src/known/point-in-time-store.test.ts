import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { knownColumns, type KnownRevision } from '@tradeloom/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { KnownSeriesHead } from './known-generation.ts'
import { openPointInTimeStore } from './point-in-time-store.ts'

const DAY = 86_400_000
const head: KnownSeriesHead = { code: 'FRED:CPIAUCSL', column: null, frequency: 'month', unit: 'Index' }
const rows: KnownRevision[] = [
  { periodStart: 0, periodEnd: 31 * DAY, value: 0.1 + 0.2, knownAt: 76 * DAY, vintage: null, quality: 'lagged' },
  {
    periodStart: 31 * DAY,
    periodEnd: 59 * DAY,
    value: NaN,
    knownAt: 80 * DAY + 1,
    vintage: '1970-03-22',
    quality: 'vintage',
  },
  { periodStart: 0, periodEnd: 31 * DAY, value: -1e-9, knownAt: 81 * DAY, vintage: "it's", quality: 'vintage' },
]
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tradeloom-known-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const files = (): Promise<string[]> => readdir(join(folder, '.series/fred'))

describe('the store of series', () => {
  it('returns what was put, bit for bit, and as columns that a runner can read', async () => {
    const store = openPointInTimeStore(folder)
    const made = await store.put(head, rows.toReversed(), true)
    expect(made).toMatchObject({ ...head, rows: 3, first: 76 * DAY, last: 81 * DAY, qualities: ['lagged', 'vintage'] })
    expect(await openPointInTimeStore(folder).read(made)).toEqual(rows)
    const file = await store.columns(made)
    expect([file.kind, file.rows]).toEqual(['known', 3])
    const bytes = new Uint8Array(await readFile(file.path))
    const columns = file.columns.map(({ name, byteOffset, length }) => [
      name,
      new Float64Array(bytes.slice(byteOffset, byteOffset + 8 * length).buffer),
    ])
    expect({ kind: 'known', ...Object.fromEntries(columns) }).toEqual(knownColumns(rows))
    expect((await files()).toSorted()).toEqual([`${made.hash}.json`, `${made.hash}.parquet`])
  })

  it('writes nothing for an equal state, and another file for any difference', async () => {
    const store = openPointInTimeStore(folder)
    const made = await store.put(head, rows, true)
    const bytes = await readFile(join(folder, `.series/fred/${made.hash}.json`))
    expect(await openPointInTimeStore(folder, () => 5).put(head, rows, true)).toEqual(made)
    expect(await readFile(join(folder, `.series/fred/${made.hash}.json`))).toEqual(bytes)
    const others = [
      await store.put({ ...head, column: 'other' }, rows, true),
      await store.put(head, rows.slice(1), true),
      await store.put(head, [...rows.slice(0, 2), { ...(rows[2] as KnownRevision), knownAt: 81 * DAY + 1 }], true),
      await store.put(head, [...rows.slice(0, 2), { ...(rows[2] as KnownRevision), quality: 'observed' }], true),
    ]
    expect(new Set([made, ...others].map(({ hash }) => hash)).size).toBe(5)
    expect(await files()).toHaveLength(10)
    await store.remove(made)
    expect(await files()).toHaveLength(8)
  })

  it('finds the newest state that everybody may read', async () => {
    let time = 1
    const store = openPointInTimeStore(folder, () => time++)
    const first = await store.put(head, rows.slice(1), true)
    const second = await store.put(head, rows, true)
    await store.put(head, rows.slice(2), false)
    await store.put({ ...head, code: 'FRED:GDP' }, rows, false)
    expect(await store.findShared('FRED:CPIAUCSL', null)).toEqual(second)
    expect(await store.findShared('FRED:CPIAUCSL', 'other')).toBeNull()
    expect(await store.findShared('FRED:GDP', null)).toBeNull()
    expect([await store.has('FRED:GDP', null), await store.has('ECB:GDP', null)]).toEqual([true, false])
    await store.remove(second)
    expect(await store.findShared('FRED:CPIAUCSL', null)).toEqual(first)
    // A private state becomes everybody's once it is fetched for everybody.
    const shared = await store.put({ ...head, code: 'FRED:GDP' }, rows, true)
    expect(await store.findShared('FRED:GDP', null)).toEqual(shared)
  })

  it('refuses a damaged file, and a code that leads out of its folder', async () => {
    const store = openPointInTimeStore(folder)
    const made = await store.put(head, rows, true)
    const other = await store.put(head, rows.slice(1), true)
    const at = (hash: string): string => join(folder, `.series/fred/${hash}.parquet`)
    await writeFile(at(made.hash), await readFile(at(other.hash)))
    await expect(openPointInTimeStore(folder).read(made)).rejects.toThrow('damaged')
    await expect(store.has('../etc:passwd', null)).rejects.toThrow('no code of a series')
  })
})
