import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Ended, runInProcess } from './in-process.fixture.ts'

let dir = ''

function tradeloom(...args: string[]): Promise<Ended> {
  return runInProcess(dir, [...args])
}

/** Minutes of a cryptocurrency with their own range; `time` in minutes of 2024-01-30. */
function rows(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => {
    const time = new Date(Date.UTC(2024, 0, 30) + (from + index) * 60_000).toISOString()
    const price = 40_000 + (index % 7)
    return `${time},${price},${price + 5},${price - 5},${price},1\n`
  }).join('')
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-terminal-'))
  const header = 'timestamp,open,high,low,close,volume\n'
  await writeFile(join(dir, 'coin.csv'), header + rows(0, 700) + rows(760, 2880 + 10))
  await writeFile(join(dir, 'whole.csv'), header + rows(0, 1440))
  for (const [file, id] of [
    ['coin', 'BTCUSDT:TEST'],
    ['whole', 'ETHUSDT:TEST'],
  ] as const) {
    const { status, stderr } = await tradeloom(
      'import', '--file', join(dir, `${file}.csv`), '--format', 'csv', '--instrument', id,
    ) // prettier-ignore
    expect(status, stderr).toBe(0)
  }
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('quality', () => {
  it('prints one line per month with a mark per day, and lists the defects', async () => {
    const { status, stdout, stderr } = await tradeloom('quality', '--instrument', 'BTCUSDT:TEST')
    expect([status, stderr]).toEqual([0, ''])
    const lines = stdout.split('\n')
    expect(lines[0]).toBe('BTCUSDT:TEST  M1 one price  2024-01-30 00:00 to 2024-02-01 00:09  97.92 % good')
    expect(lines[1]).toMatch(/^ +month +good % +missing +gaps +spikes/)
    expect(lines[2]).toMatch(/^ +2024-01 +97\.91 +60 +1 +0 .*·{29}▓█$/)
    expect(lines[3]).toMatch(/^ +2024-02 +100\.00 +0 +0 .* █·{28}$/)
    expect(stdout).toContain('  2024-01-30 11:40 to 2024-01-30 12:40  gap, 60 missing\n')
  })

  it('prints all instruments by default, skipping those without data in the period', async () => {
    const both = await tradeloom('quality')
    expect(both.stdout).toMatch(/BTCUSDT:TEST .*97\.92 % good[^]*ETHUSDT:TEST .*100\.00 % good[^]*No defects/)
    const late = await tradeloom('quality', '--from', '2024-02-01', '--json')
    expect(late.stderr).toMatch(/^ETHUSDT:TEST has no M1 data from 2024-02-01/)
    expect(JSON.parse(late.stdout).instruments.map((one: { instrumentId: string }) => one.instrumentId)).toEqual([
      'BTCUSDT:TEST',
    ])
  })

  it('prints the quality of a period as a single JSON object', async () => {
    const args = ['--instrument', 'BTCUSDT:TEST', '--from', '2024-01-30T11:00', '--to', '2024-01-30T12:00'] as const
    const { stdout, stderr } = await tradeloom('quality', ...args, '--json')
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({
      instruments: [{ interval: 'M1', period: { expected: 60, good: 40, missing: 20, goodPercent: 66.66 } }],
    })
  })

  it.each([
    [
      'an unknown instrument',
      ['--instrument', 'EURUSD:TEST'],
      /No market data for EURUSD:TEST\. Available: BTCUSDT:TEST/,
    ],
    ['a series that does not exist', ['--instrument', 'BTCUSDT:TEST', '--series', 'Tick'], /BTCUSDT:TEST has M1/],
    ['a bad time', ['--from', 'x'], /--from x is not a time/],
    ['an end before the start', ['--from', '2024-02-02', '--to', '2024-02-01'], /End cannot be before start/],
  ] as const)('exits with status 1 and one line for %s', async (_, args, message) => {
    const { status, stdout, stderr } = await tradeloom('quality', ...args)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
