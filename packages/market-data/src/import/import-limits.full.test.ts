import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { IMPORT_LIMITS, type ImportLimits, importFiles, openMarketStore } from '../index.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-limits-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const HEADER = 'time,open,high,low,close,volume\n'
const line = (minute: number): string =>
  `${new Date(Date.UTC(2024, 0, 2) + minute * 60_000).toISOString()},1.1,1.2,1.0,1.1,${minute}\n`

/** An archive of deflated texts; with `shared`, all entries point to the same compressed data. */
function zip(entries: readonly (readonly [name: string, text: string])[], shared = false): Buffer {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [index, [name, text]] of entries.entries()) {
    const packed = deflateRawSync(text)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(text), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(Buffer.byteLength(text), 18)
    fields.writeUInt16LE(name.length, 22)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    central.push(Buffer.from('504b01021400', 'hex'), fields, entry, Buffer.from(name))
    if (shared && index > 0) continue
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, Buffer.from(name), packed])
    parts.push(local)
    if (!shared) offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(Buffer.concat(parts).length, 16)
  return Buffer.concat([...parts, directory, end])
}

async function load(name: string, content: string | Uint8Array, limits: Partial<ImportLimits> = {}): Promise<number> {
  const path = join(dir, name)
  await writeFile(path, content)
  const { rows } = await importFiles({
    store: openMarketStore(join(dir, 'market')),
    files: [path],
    format: 'csv',
    instrument: 'EURUSD:TEST',
    interval: 'M1',
    limits: { ...IMPORT_LIMITS, ...limits },
  })
  return rows
}

const lines = (count: number): string => HEADER + Array.from({ length: count }, (_, row) => line(row)).join('')
const flat = (count: number): string => HEADER + line(0).repeat(count)

describe('import limits', () => {
  it.each<[string, string, () => string | Uint8Array, Partial<ImportLimits>, RegExp]>([
    [
      'too many files',
      'many.zip',
      () => zip(Array.from({ length: 12 }, (_, row) => [`${row}.csv`, HEADER + line(row)])),
      { files: 10 },
      /many\.zip: one import takes at most 10 files, including those in archives\. Import it in parts/,
    ],
    [
      'too many files to list',
      'many.zip',
      () => zip(Array.from({ length: 21 }, (_, row) => [`${row}.csv`, HEADER + line(row)])),
      { files: 10 },
      /many\.zip: the archive has 21 files; one import takes at most 10/,
    ],
    [
      'a gzip file that unpacks to far more than its size',
      'flat.csv.gz',
      () => gzipSync(flat(50_000)),
      { ratioFrom: 1024 ** 2 },
      /flat\.csv\.gz: is more than 100 times as large unpacked as packed \(1\.\d MB from \d+ kB\); this is not market data/,
    ],
    [
      'an entry that unpacks to far more than its size',
      'flat.zip',
      () => zip([['flat.csv', flat(50_000)]]),
      { ratioFrom: 1024 ** 2 },
      /flat\.zip\/flat\.csv: is more than 100 times as large unpacked as packed \(2\.\d MB from \d+ kB\)/,
    ],
    [
      'entries that share compressed data',
      'shared.zip',
      () =>
        zip(
          Array.from({ length: 200 }, (_, row) => [`${row}.csv`, lines(300)]),
          true,
        ),
      { ratioFrom: 1024 ** 2 },
      /shared\.zip: is more than 100 times as large unpacked as packed/,
    ],
    ['too much text', 'long.csv', () => lines(3000), { bytes: 100_000 }, /at most (97\.\d|98) kB of unpacked text/],
    [
      'too many rows',
      'long.csv',
      () => lines(5000),
      { values: 7 * 4500 },
      /line 4502: one import takes at most 4,500 rows/,
    ],
    [
      'too many rows over all of its files',
      'many.zip',
      () => zip(Array.from({ length: 10 }, (_, part) => [`${part}.csv`, lines(10)])),
      { values: 7 * 95 },
      /9\.csv line 7: one import takes at most 95 rows/,
    ],
    [
      'too much JSON',
      'rows.json',
      () => `[${'[1,2,3,4,5,6],'.repeat(90_000)}[1]]`,
      { jsonBytes: 1024 ** 2 },
      /larger than 1 MB/,
    ],
    [
      'a file with a very long name',
      'name.zip',
      () => zip([[`${'x'.repeat(600)}.csv`, lines(2)]]),
      {},
      /whose name is longer than 512/,
    ],
  ])('refuses an import with %s, and states the figures', async (_, name, content, limits, message) => {
    await expect(load(name, content(), limits)).rejects.toThrow(message)
    expect(await openMarketStore(join(dir, 'market')).instruments()).toEqual([])
  })

  it('imports thousands of small files in the memory of their rows', async () => {
    const entries = Array.from({ length: 800 }, (_, row) => [`${row}.csv`, HEADER + line(row)] as const)
    const packed = zip(entries)
    const before = process.memoryUsage()
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 5)
    expect(await load('many.zip', packed)).toBe(800)
    clearInterval(watch)
    // A buffer of 4,096 rows for each of them would take 180 MB.
    expect(most - before.arrayBuffers).toBeLessThan(60e6)
  })

  it('keeps the rows of consecutive files separate, whatever their lengths', async () => {
    const counts = [1, 5000, 70_000, 2, 4096, 70_000, 3]
    let start = 0
    const entries = counts.map((count, part) => {
      const text = HEADER + Array.from({ length: count }, (_, row) => line(start + row)).join('')
      start += count
      return [`${part}.csv`, text] as const
    })
    expect(await load('parts.zip', zip(entries))).toBe(start)
    const columns = await openMarketStore(join(dir, 'market')).load({ instrumentId: 'EURUSD:TEST', series: 'M1' })
    expect(columns.kind === 'bar' && columns.volume.every((value, row) => value === row)).toBe(true)
  })
})
