import { UserError } from '@tradeloom/domain'
import { mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { importCalendar, openMarketStore, resolveInstrument } from '../index.ts'
import { writeColumns } from './columns-file.ts'
import { onDisk } from './disk-error.ts'
import type { SeriesTable } from './series.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-disk-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const ID = 'EURUSD:TEST'
const START = Date.UTC(2024, 0, 31, 22)

function bars(rows: number): SeriesTable {
  const time = Float64Array.from({ length: rows }, (_, row) => START + row * 60_000)
  const price = time.map((_, row) => 1 + row / 1_000)
  return { key: { interval: 'M1', price: 'trade' }, rows, columns: [time, price, price, price, price, price] }
}

function put(folder: string, rows = 10) {
  const batch = { instrument: resolveInstrument(ID), table: bars(rows), source: 'trade', coverage: [] } as const
  return openMarketStore(folder).put(batch)
}

describe('a folder that cannot be written to', () => {
  it('is reported to the importing user, without internals of the program', async () => {
    const file = join(dir, 'file')
    await writeFile(file, 'not a folder')
    const refused = put(join(file, 'market'))
    await expect(refused).rejects.toThrow(UserError)
    await expect(refused).rejects.toThrow(/EURUSD cannot be written: part of its path is a file/)
    const days = join(dir, 'days.csv')
    await writeFile(days, 'date,open,close\n2024-12-25,,\n')
    await expect(importCalendar({ marketDir: join(file, 'market'), file: days, format: 'csv' })).rejects.toThrow(
      /cannot be written: part of its path is a file/,
    )
  })

  it.each([
    [Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }), /no space is left/],
    [new Error('IO Error: Could not write file "x": No space left on device'), /no space is left/],
    [Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' }), /it is read-only/],
    [Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }), /this user may not write to it/],
  ])('%s', async (error, message) => {
    const failing = onDisk('/data', async () => {
      throw error
    })
    await expect(failing).rejects.toThrow(UserError)
    await expect(failing).rejects.toThrow(message)
  })

  it('does not hide other errors', async () => {
    const fault = new TypeError('of the program')
    const failing = onDisk('/data', async () => {
      throw fault
    })
    await expect(failing).rejects.toBe(fault)
  })
})

describe('what a crashed writer leaves', () => {
  it('an unnamed lock is taken over once it is old', async () => {
    await put(dir)
    const lock = join(dir, 'TEST/EURUSD/.lock')
    await writeFile(lock, '')
    const before = new Date(Date.now() - 60_000)
    await utimes(lock, before, before)
    await put(dir, 20)
    expect((await openMarketStore(dir).instrument(ID))?.series[0]?.rows).toBe(20)
    expect(await readdir(join(dir, 'TEST/EURUSD'))).not.toContain('.lock')
  })

  it('truncated columns are rebuilt', async () => {
    await put(dir, 100)
    const request = { instrumentId: ID, series: 'M1' } as const
    const { path } = await openMarketStore(dir).columns(request)
    await truncate(path, 1_001)
    expect((await openMarketStore(dir).load(request)).time.length).toBe(100)
  })

  it('columns that cannot be moved into place leave no temporary file', async () => {
    const time = Float64Array.of(1)
    const path = join(dir, 'columns')
    await mkdir(path)
    await expect(writeColumns(path, { kind: 'tick', time, bid: time, ask: time })).rejects.toThrow()
    expect(await readdir(dir)).toEqual(['columns'])
  })

  it.each(['null', '{}', '{"instrument":{}}', '[]'])(
    'a description like %s is ignored in favor of the folders',
    async (text) => {
      await put(dir)
      await writeFile(join(dir, 'TEST/EURUSD/instrument.json'), text)
      expect((await openMarketStore(dir).instruments()).map(({ id }) => id)).toEqual([ID])
    },
  )
})
