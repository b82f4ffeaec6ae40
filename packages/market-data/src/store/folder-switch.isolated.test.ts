import { type ChildProcess, fork } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { type MarketStore, openMarketStore, readReceipt, recoverMarket, resolveInstrument } from '../index.ts'
import type { Batch } from './put-batch.ts'
import type { SeriesInterval } from './series.ts'

/** The number of further disk calls before the writer dies; all later calls fail. */
const disk = vi.hoisted(() => ({ calls: Number.POSITIVE_INFINITY, count: 0 }))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const mortal =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      disk.count += 1
      if (disk.count > disk.calls) throw new Error('the writer is dead')
      return call(...args)
    }
  const open = mortal(async (...args: Parameters<typeof real.open>) => {
    const handle = await real.open(...args)
    handle.writeFile = mortal(handle.writeFile.bind(handle)) as typeof handle.writeFile
    handle.sync = mortal(handle.sync.bind(handle))
    return handle
  })
  const names = ['mkdir', 'readdir', 'readFile', 'rename', 'rm', 'stat', 'writeFile'] as const
  const changed = Object.fromEntries(names.map((name) => [name, mortal(real[name] as () => Promise<unknown>)]))
  return { ...real, ...changed, open }
})

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tradeloom-switch-'))
})
afterEach(async () => {
  disk.calls = Number.POSITIVE_INFINITY
  await rm(root, { recursive: true, force: true })
})

/** TRADELOOM_EVERY_STEP=1 takes a minute and tests every step. */
const STRIDE = process.env['TRADELOOM_EVERY_STEP'] === '1' ? 1 : 7
const ID = 'EURUSD:TEST'
const START = Date.UTC(2024, 0, 31, 22)

function batch(interval: SeriesInterval, ms: number, add: number): Batch {
  const time = Float64Array.from({ length: 4 }, (_, row) => START + row * ms)
  const price = time.map((_, row) => 1 + row / 1000 + add)
  const table = {
    key: { interval, price: 'trade' },
    rows: 4,
    columns: [time, price, price, price, price, time],
  } as const
  return { instrument: resolveInstrument(ID), table, source: 'trade', coverage: [] }
}

/** Two months of hours and one day: three files. */
function put(dir: string, add: number): Promise<unknown> {
  const receipt = { id: `import-${add}`, text: () => `${add}` }
  return openMarketStore(dir).putAll([batch('H1', 3_600_000, add), batch('D1', 60_000, add)], { receipt })
}

/** Every hash; empty if there is no data. */
async function content(store: MarketStore): Promise<string[]> {
  const found = await store.instrument(ID)
  return found?.series.flatMap(({ months }) => months.map(({ contentHash }) => contentHash)) ?? []
}

describe('an import', () => {
  it.each([
    ['of a new instrument', false],
    ['over existing data', true],
  ])('%s that dies at any step is visible with all its months or with none', { tags: ['full'] }, async (_, isThere) => {
    const base = join(root, 'base')
    if (isThere) await put(base, 1)
    const before = await content(openMarketStore(base))
    await put(join(root, 'whole'), 2)
    const after = await content(openMarketStore(join(root, 'whole')))
    expect([before.length, after.length]).toEqual([isThere ? 3 : 0, 3])
    const seen = new Map<string, number>()
    let hasEnded = false
    for (let step = isThere ? 2 : 1; !hasEnded; step += STRIDE) {
      const dir = join(root, `${step}`)
      if (isThere) await cp(base, dir, { recursive: true, preserveTimestamps: true })
      Object.assign(disk, { calls: step, count: 0 })
      const hasFailed = await put(dir, 2).then(
        () => false,
        () => true,
      )
      hasEnded = disk.count <= step
      disk.calls = Number.POSITIVE_INFINITY
      const state = await content(openMarketStore(dir))
      expect([before, after]).toContainEqual(state)
      const isAfter = state.join() === after.join()
      expect(await readReceipt(dir, ID, 'import-2')).toBe(isAfter ? '2' : null)
      seen.set(isAfter ? 'after' : 'before', step)
      // A failure may only be reported if the data is not visible.
      expect(hasFailed).toBe(!isAfter)
      await recoverMarket(dir)
      const names = await readdir(join(dir, 'TEST/EURUSD')).catch(() => [])
      expect(
        names.filter((name) => name.startsWith('.') && !['.generation', '.receipts', '.lock'].includes(name)),
      ).toEqual([])
      await rm(dir, { recursive: true, force: true })
    }
    expect(seen.get('before')).toBeGreaterThan(10)
    expect(seen.get('after')).toBeGreaterThan((seen.get('before') ?? 0) + 3)
  })

  it('whose second series is refused for another price kind leaves the first unchanged', async () => {
    const store = openMarketStore(root)
    await store.put(batch('D1', 60_000, 0))
    const before = await content(store)
    const bids = { ...batch('D1', 60_000, 1), source: 'bid' } as const
    await expect(store.putAll([batch('H1', 3_600_000, 1), bids])).rejects.toThrow(/already has D1 data of one price/)
    expect(await content(store)).toEqual(before)
  })
})

describe('a reader concurrent with an importing process', () => {
  const start = (times: number, first: number): ChildProcess =>
    fork(join(import.meta.dirname, 'testing/replace-months.ts'), [root, `${times}`, `${first}`], { stdio: 'inherit' })

  /** The import that the months of minutes and hours come from; throws for a mixture. */
  async function importSeen(): Promise<number> {
    const store = openMarketStore(root)
    const columns = await store.load({ instrumentId: ID, series: 'M1' })
    if (columns.kind !== 'bar') throw new Error('bars expected')
    const added = Math.round((columns.bidOpen[0] as number) - 1)
    expect(columns.time).toHaveLength(2000)
    expect(columns.bidOpen.every((value, row) => Math.abs(value - 1 - row / 1000 - added) < 1e-9)).toBe(true)
    const { rows } = await store.bars({ instrumentId: ID, interval: 'H1' })
    expect(new Set(rows.map((row, at) => Math.round(row[1] - 1 - at / 1000))).size).toBe(1)
    return added
  }

  it('sees each import completely or not at all', async () => {
    await new Promise((resolve) => start(1, 0).on('exit', resolve))
    const writer = start(6, 1)
    const state = { running: true }
    const ended = new Promise<number | null>((resolve) => writer.on('exit', resolve))
    void ended.then(() => (state.running = false))
    const seen = new Set<number>()
    while (state.running) seen.add(await importSeen())
    expect(await ended).toBe(0)
    expect(await importSeen()).toBe(6)
    expect(seen.size).toBeGreaterThan(1)
  })

  it('sees no partial import of a killed process', { tags: ['full'] }, async () => {
    let last = 0
    await new Promise((resolve) => start(1, 0).on('exit', resolve))
    for (const wait of [0, 11]) {
      const writer = start(1_000, last + 1)
      const ended = new Promise((resolve) => writer.on('exit', resolve))
      while ((await importSeen()) === last) await sleep(1)
      await sleep(wait)
      writer.kill('SIGKILL')
      await ended
      const seen = await importSeen()
      expect(seen).toBeGreaterThan(last)
      last = seen
      await recoverMarket(root)
      expect((await readdir(join(root, 'TEST/EURUSD'))).sort()).toEqual(
        ['.generation', 'H1-quote', 'M1-quote', 'instrument.json'].sort(),
      )
      expect(await importSeen()).toBe(last)
    }
  })
})
