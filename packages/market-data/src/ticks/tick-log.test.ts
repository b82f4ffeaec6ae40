import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TICK_FLAGS } from './tick-file.ts'
import { TickReader } from './tick-reader.ts'
import { TickWriter } from './tick-writer.ts'

const ID = 'EURUSD.m:SIM'
const DAY = 86_400_000
const START = Date.UTC(2026, 10, 26, 23, 59, 58)

let dir = ''
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'tradeloom-ticks-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

const files = (): string[] => readdirSync(join(dir, '.live', encodeURIComponent(ID))).sort()
const fileOf = (name: string): string => join(dir, '.live', encodeURIComponent(ID), name)
const tick = (time: number, bid = 1.1, flags = 0) => ({ time, receivedAt: time + 7, bid, ask: bid + 0.0002, flags })
const sequences = async (reader: TickReader, from = 0, max = 1e6) =>
  (await reader.read(ID, from, max)).map(({ sequence }) => sequence)

it('a tick log counts its rows over days, whoever reads it, in whatever parts', async () => {
  const writer = new TickWriter(dir, ID)
  const rows = [0, 1000, 2000, 2000, 3000, DAY].map((ms, at) => tick(START + ms, 1.1 + at / 1e4))
  for (const row of rows) writer.append(row)
  expect(files()).toEqual(['2026-11-26.ticks', '2026-11-27.ticks'])
  const readers = [new TickReader(dir), new TickReader(dir)]
  for (const reader of readers) {
    expect(await reader.read(ID, 0, 100)).toEqual(rows.map((row, sequence) => ({ sequence, ...row })))
    expect(await sequences(reader, 1, 3)).toEqual([1, 2, 3])
    expect(await sequences(reader, 5)).toEqual([5])
    expect(await sequences(reader, 6)).toEqual([])
    expect((await reader.last(ID))?.sequence).toBe(5)
  }
  // A reader sees what is appended later.
  writer.append(tick(START + DAY + 1))
  expect(await sequences(readers[0] as TickReader, 6)).toEqual([6])
  writer.close()
})

it('a tick log continues its count after a restart', async () => {
  for (let run = 0; run < 3; run++) {
    const writer = new TickWriter(dir, ID)
    expect(writer.next).toBe(run * 2)
    writer.append(tick(START + run * DAY))
    writer.append(tick(START + run * DAY + 1))
    writer.close()
  }
  expect(await sequences(new TickReader(dir))).toEqual([0, 1, 2, 3, 4, 5])
})

it.each([1, 17, 39])(
  'a last row of which only %i bytes were written is cut off, and its number used again',
  async (part) => {
    const writer = new TickWriter(dir, ID)
    for (const ms of [0, 1, 2]) writer.append(tick(START + ms))
    writer.close()
    const path = fileOf('2026-11-26.ticks')
    truncateSync(path, statSync(path).size - 40 + part)
    const reader = new TickReader(dir)
    expect(await sequences(reader)).toEqual([0, 1])
    const again = new TickWriter(dir, ID)
    expect(again.append(tick(START + 3)).sequence).toBe(2)
    expect((await reader.read(ID, 0, 9)).map(({ time }) => time - START)).toEqual([0, 1, 3])
    again.close()
  },
)

it.each([0, 11, 24, 50])('a day of which only %i bytes were written begins again', async (bytes) => {
  const writer = new TickWriter(dir, ID)
  writer.append(tick(START))
  writer.append(tick(START + 4000))
  writer.close()
  truncateSync(fileOf('2026-11-27.ticks'), bytes)
  const reader = new TickReader(dir)
  expect(await sequences(reader)).toEqual([0])
  const again = new TickWriter(dir, ID)
  expect(again.append(tick(START + 5000)).sequence).toBe(1)
  expect(await sequences(reader)).toEqual([0, 1])
  again.close()
})

it('a file of another format is refused instead of overwritten', async () => {
  new TickWriter(dir, ID).close()
  writeFileSync(fileOf('2026-11-26.ticks'), 'x'.repeat(500))
  expect(() => new TickWriter(dir, ID)).toThrow('is not a tick log')
  await expect(new TickReader(dir).read(ID, 0, 1)).rejects.toThrow('is not a tick log')
  expect(statSync(fileOf('2026-11-26.ticks')).size).toBe(500)
})

it('a writer that was replaced by another one refuses to write', () => {
  const [old, young] = [new TickWriter(dir, ID), new TickWriter(dir, ID)]
  young.append(tick(START))
  expect(() => old.append(tick(START))).toThrow('Another process writes')
  const other = new TickWriter(dir, ID)
  young.append(tick(START + 1))
  expect(() => other.append(tick(START + 2))).toThrow('Another process writes')
  for (const one of [old, young, other]) one.close()
})

it('heartbeats are rows, but no prices', async () => {
  const writer = new TickWriter(dir, ID)
  const reader = new TickReader(dir)
  expect([await reader.last(ID), await reader.heardAt(ID)]).toEqual([null, null])
  writer.append(tick(START, 1.2))
  for (let second = 1; second < 600; second++) writer.append(tick(START + second * 1000, 1.2, TICK_FLAGS.heartbeat))
  expect((await reader.last(ID))?.sequence).toBe(0)
  expect((await reader.newest(ID))?.sequence).toBe(599)
  expect(await reader.heardAt(ID)).toBe(START + 599_007)
  writer.close()
})

it('finds the first price at or after a time, over days, with equal times and heartbeats in between', async () => {
  const writer = new TickWriter(dir, ID)
  const { heartbeat } = TICK_FLAGS
  // The venue's clock in the heartbeat is ahead of the price that follows.
  const rows = [tick(START), tick(START + 10), tick(START + 10), tick(START + 900, 1.1, heartbeat), tick(START + 800)]
  for (const row of [...rows, tick(START + 5000)]) writer.append(row)
  const reader = new TickReader(dir)
  const at = (ms: number) => reader.sequenceAt(ID, START + ms)
  expect([await at(-1), await at(0), await at(1), await at(10)]).toEqual([0, 0, 1, 1])
  expect(await at(11)).toBeLessThanOrEqual(4)
  expect(await at(800)).toBeLessThanOrEqual(4)
  expect([await at(901), await at(5000), await at(5001)]).toEqual([5, 5, 6])
  expect(await reader.sequenceAt('XAUUSD:SIM', START)).toBe(0)
  writer.close()
})

it('a writer that is killed ten times while it writes leaves neither holes nor doubles nor torn rows', async () => {
  const reader = new TickReader(dir)
  const entry = new URL('testing/append-main.ts', import.meta.url)
  for (let round = 0; round < 10; round++) {
    const child = fork(entry, [dir, ID], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const [reached] = (await once(child, 'message')) as [number]
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    // What it has reported is there.
    expect((await reader.read(ID, reached - 1, 1))[0]?.sequence).toBe(reached - 1)
  }
  const rows = await reader.read(ID, 0, 1e7)
  for (const [at, { sequence, time, receivedAt, bid }] of rows.entries()) {
    if (sequence !== at || time !== at || receivedAt !== at + 1 || bid !== 1 + at / 1e6) throw new Error(`Row ${at}`)
  }
  // Two reports of 500 rows a round.
  expect(rows.length).toBeGreaterThanOrEqual(10_000)
})
