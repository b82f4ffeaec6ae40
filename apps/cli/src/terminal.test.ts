import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type Ended, runInProcess } from './in-process.fixture.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-terminal-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

function tradeloom(...args: string[]): Promise<Ended> {
  return runInProcess(dir, [...args])
}

const row = (minute: string, price: number): string => `2024-01-02 00:${minute},${price},${price},${price},${price}\n`

async function pair(): Promise<string[]> {
  const files = [join(dir, 'bid.csv'), join(dir, 'ask.csv')]
  for (const [index, file] of files.entries()) {
    const add = index / 1000
    await writeFile(file, `timestamp,open,high,low,close\n${row('00', 1.1 + add)}${row('01', 1.2 + add)}`)
  }
  return files.flatMap((file) => ['--file', file])
}

describe('tradeloom import and instruments', () => {
  it('prints a single JSON object', async () => {
    const files = await pair()
    const imported = await tradeloom('import', ...files, '--format', 'fxcm', '--instrument', 'EURUSD:FXCM', '--json')
    expect(imported).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(imported.stdout)).toMatchObject({ instrumentId: 'EURUSD:FXCM', rows: 2, imported: 2 })
    const listed = await tradeloom('instruments', '--json')
    expect(JSON.parse(listed.stdout)).toMatchObject({ instruments: [{ id: 'EURUSD:FXCM', series: [{ rows: 2 }] }] })
    const days = ['--day-end', 'new-york', '--week-start', 'monday']
    expect((await tradeloom('instruments', '--set', 'EURUSD:FXCM', ...days)).stdout).toContain(
      'days end at 17:00 New York, weeks start on Monday',
    )
    const [found] = JSON.parse((await tradeloom('instruments', '--json')).stdout).instruments
    expect(found).toMatchObject({ dayEnd: 'new-york', weekStart: 'monday' })
    expect((await tradeloom('instruments', '--set', 'EURUSD:FXCM', '--day-end', 'noon')).stderr).toContain(
      '--day-end must be utc or new-york',
    )
    expect((await tradeloom('instruments', ...days)).stderr).toContain('need --set SYMBOL:BROKER')
    expect((await tradeloom('instruments', '--set', 'GBPUSD:FXCM', ...days)).stderr).toContain('No market data for')
    expect((await tradeloom('instruments')).stdout).toMatch(/EURUSD:FXCM[^]*M1\s+bid and ask\s+2 rows/)
  })

  it('keeps its data in the folder of --data', async () => {
    const files = await pair()
    const elsewhere = join(dir, 'elsewhere')
    await tradeloom('import', ...files, '--format', 'fxcm', '--instrument', 'EURUSD:FXCM', '--data', elsewhere)
    expect(JSON.parse((await tradeloom('instruments', '--json')).stdout)).toEqual({ instruments: [] })
    const there = await tradeloom('instruments', '--json', '--data', elsewhere)
    expect(JSON.parse(there.stdout)).toMatchObject({ instruments: [{ id: 'EURUSD:FXCM' }] })
  })

  it.each([
    [
      'a missing file',
      ['--file', '/nowhere/x.csv', '--format', 'csv', '--instrument', 'EURUSD:X'],
      /x\.csv: there is no such file/,
    ],
    ['an unknown format', ['--file', 'x', '--format', 'xls', '--instrument', 'EURUSD:X'], /format "xls" is unknown/],
    ['no instrument', ['--file', 'x', '--format', 'csv'], /--instrument/],
    [
      'a bad mapping',
      ['--file', 'x', '--format', 'csv', '--instrument', 'EURUSD:X', '--mapping', 'time'],
      /--mapping time/,
    ],
    [
      'a bad interval',
      ['--file', 'x', '--format', 'csv', '--instrument', 'EURUSD:X', '--interval', 'M7'],
      /--interval M7/,
    ],
  ])('exits with status 1 and one line for %s', async (_, args, message) => {
    const { status, stdout, stderr } = await tradeloom('import', ...args)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('names the line of a bad row and rejects its month', async () => {
    const file = join(dir, 'bad.csv')
    await writeFile(file, `timestamp,open,high,low,close\n${row('00', 1.1)}${row('01', -1)}${row('02', 1.1)}`)
    const args = ['import', '--file', file, '--format', 'csv', '--instrument', 'EURUSD:X', '--json'] as const
    const { status, stdout, stderr } = await tradeloom(...args)
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ problemCounts: { badPrice: 1 }, months: [{ status: 'refused' }] })
    expect(stderr).toMatch(/2024-01 refused: .*bad\.csv line 3: price -1 is not positive\n$/)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
