import {
  copyFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { MarketColumns } from '@tradeloom/domain'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'

import { type MarketStore, openMarketStore, resolveInstrument } from '../index.ts'
import { loadColumns, openColumnCache } from './column-cache.ts'
import { HEADER_BYTES, verifyColumns, writeColumns } from './columns-file.ts'

let dir = ''
let logged: string[] = []
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-columns-'))
  logged = []
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const START = Date.UTC(2024, 0, 2)
const REQUEST = { instrumentId: 'EURUSD:TEST', series: 'M1' } as const

function put(add = 0, id = 'EURUSD:TEST'): Promise<unknown> {
  const time = Float64Array.from({ length: 200 }, (_, row) => START + row * 60_000)
  const price = time.map((_, row) => 1 + add + row / 10_000)
  const columns = [time, price, price, price, price, time]
  const table = { key: { interval: 'M1', price: 'trade' }, rows: 200, columns } as const
  return store().put({ instrument: resolveInstrument(id), table, source: 'trade', coverage: [] })
}

function store(): MarketStore {
  return openMarketStore(dir, { log: (text) => logged.push(text) })
}

/** The store as the next process sees it, which has verified nothing yet. */
async function storeOfNextProcess(): Promise<MarketStore> {
  vi.resetModules()
  const fresh = await import('./market-store.ts')
  return fresh.openMarketStore(dir, { log: (text) => logged.push(text) })
}

/** Changes a file in place and restores its time stamp, like a failing disk. */
async function alter(path: string, change: (bytes: Buffer) => void): Promise<void> {
  const { atime, mtime } = await stat(path)
  const bytes = await readFile(path)
  change(bytes)
  const handle = await open(path, 'r+')
  await handle.write(bytes, 0, bytes.length, 0)
  await handle.close()
  await utimes(path, atime, mtime)
}

const shift = (bytes: Buffer): void => {
  for (let at = HEADER_BYTES + 200 * 8; at < bytes.length - 200 * 8; at += 8)
    bytes.writeDoubleLE(bytes.readDoubleLE(at) + 0.0005, at)
}

describe('a column file that several runs need at once', () => {
  const columns = (): Promise<MarketColumns> => store().load(REQUEST)

  it('is made once, so that it stays the one that each of them has verified', async () => {
    await put()
    const cache = openColumnCache(join(dir, 'files'), 1e9, () => undefined)
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    let calls = 0
    const make = async (): Promise<MarketColumns> => {
      calls++
      begun.resolve()
      await end.promise
      return columns()
    }
    const files = [cache.file('key', make), cache.file('key', make)]
    await begun.promise
    end.resolve()
    const [first, second] = await Promise.all(files)
    expect(calls).toBe(1)
    expect(second?.stamp).toEqual(first?.stamp)
    expect((await stat(first?.path ?? '')).ino).toBe(first?.stamp.inode)
  })

  it('stays the one of another process that was faster', async () => {
    await put()
    vi.resetModules()
    const { openColumnCache: openElsewhere } = await import('./column-cache.ts')
    const folder = join(dir, 'files')
    const slow = Promise.withResolvers<MarketColumns>()
    const mine = openColumnCache(folder, 1e9, () => undefined).file('key', () => slow.promise)
    const theirs = await openElsewhere(folder, 1e9, () => undefined).file('key', columns)
    slow.resolve(await columns())
    expect((await mine).stamp).toEqual(theirs.stamp)
    expect((await stat(theirs.path)).ino).toBe(theirs.stamp.inode)
  })
})

describe('a damaged or stale column file', () => {
  it.each<[string, (path: string) => Promise<void>]>([
    ['emptied', (path) => truncate(path, 0)],
    ['truncated within a column', (path) => truncate(path, 1_001)],
    ['truncated by whole rows', async (path) => truncate(path, (await stat(path)).size - 10 * 8)],
    ['extended by whole rows', async (path) => writeFile(path, Buffer.alloc(10 * 8), { flag: 'a' })],
    [
      'of the previous layout, without a header',
      async (path) => writeFile(path, (await readFile(path)).subarray(HEADER_BYTES)),
    ],
    ['with prices shifted by five pips', (path) => alter(path, shift)],
    ['of another year', (path) => alter(path, (bytes) => bytes.writeDoubleLE(START + 1, HEADER_BYTES))],
  ])('is rebuilt without an error for the user (%s)', async (_, damage) => {
    await put()
    const { path, snapshot } = await store().columns(REQUEST)
    const whole = await readFile(path)
    await damage(path)
    const next = await storeOfNextProcess()
    const again = await next.columns(REQUEST)
    expect((await readFile(path)).equals(whole)).toBe(true)
    expect([again.path, again.snapshot]).toEqual([path, snapshot])
    expect(logged).toEqual([`The column file ${path} is damaged or stale; rebuilding it`])
    expect((await next.load(REQUEST)).time).toHaveLength(200)
    expect(logged).toHaveLength(1)
  })

  it('is detected by any single byte', async () => {
    const time = Float64Array.from({ length: 50 }, (_, row) => START + row)
    const path = join(dir, 'columns.tick')
    await writeColumns(path, { kind: 'tick', time, bid: time, ask: time }, 'a key')
    const whole = await readFile(path)
    expect(await verifyColumns(path, 'tick', 'a key')).toMatchObject({ path, kind: 'tick', rows: 50 })
    const found: number[] = []
    // The fast lane tries each byte of the head and of the tail, and every 16th in between.
    const isTried = (at: number): boolean =>
      inject('lane') === 'full' || at < 64 || at >= whole.length - 64 || at % 16 === 0
    const tried = [...whole.keys()].filter(isTried)
    for (const at of tried) {
      await alter(path, (bytes) => bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at))
      if ((await verifyColumns(path, 'tick', 'a key')) === null) found.push(at)
      await alter(path, (bytes) => bytes.set(whole))
    }
    expect(found).toEqual(tried)
    expect(await verifyColumns(path, 'tick', 'another key')).toBeNull()
    expect(await verifyColumns(path, 'bar', 'a key')).toBeNull()
  })

  it('is not confused with a valid file of another series', async () => {
    await put()
    await put(0.5, 'GBPUSD:TEST')
    const mine = await store().columns(REQUEST)
    const foreign = await store().columns({ ...REQUEST, instrumentId: 'GBPUSD:TEST' })
    await copyFile(foreign.path, `${mine.path}.copy`)
    await rename(`${mine.path}.copy`, mine.path)
    const columns = await store().load(REQUEST)
    expect(columns.kind === 'bar' && columns.bidOpen[0]).toBe(1)
    expect(logged).toHaveLength(1)
  })

  it('is detected in this process, too, when its time stamp shows that it was written to', async () => {
    await put()
    const { path } = await store().columns(REQUEST)
    const bytes = await readFile(path)
    shift(bytes)
    await writeFile(path, bytes)
    const columns = await store().load(REQUEST)
    expect(columns.kind === 'bar' && columns.bidOpen[0]).toBe(1)
  })
})

describe('a verified column file', () => {
  it('is not read once another one takes its place', async () => {
    await put()
    const file = await store().columns(REQUEST)
    await copyFile(file.path, `${file.path}.copy`)
    await rename(`${file.path}.copy`, file.path)
    await expect(loadColumns(file)).rejects.toThrow('being replaced while it was read')
  })

  it('is verified once and not again while it does not change', async () => {
    await put()
    const { stamp } = await store().columns(REQUEST)
    for (let times = 0; times < 3; times++) expect((await store().columns(REQUEST)).stamp).toEqual(stamp)
    expect(await readdir(store().columnsDir)).toHaveLength(1)
  })
})
