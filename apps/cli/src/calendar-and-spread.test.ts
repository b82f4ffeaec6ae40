import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readSpreadByHour } from '@tradeloom/contracts'
import { type Ended, runInProcess } from './in-process.fixture.ts'
import { readTableFile } from './read-table-file.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const DATA = join(ROOT, '..', 'shared', 'data')
const hasRealData = existsSync(DATA)
if (!hasRealData) console.warn('../shared/data is absent: commands on real data are skipped.')

let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-calendar-commands-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function tradeloom(...args: string[]): Promise<Ended> {
  return runInProcess(dir, args)
}

describe('tradeloom calendar', () => {
  it('imports, shows and removes closures', async () => {
    const file = join(dir, 'days.csv')
    writeFileSync(file, 'date,open,close\n2024-12-25,,\n2024-12-31,,14:00\n')
    expect((await tradeloom('calendar', 'show')).stderr).toMatch(/No calendar imported yet/)
    const imported = await tradeloom('calendar', 'import', file, '--format', 'csv', '--json')
    expect([imported.status, imported.stderr]).toEqual([0, ''])
    expect(JSON.parse(imported.stdout)).toMatchObject({ timezone: 'America/New_York', days: 2, calendar: { name: 'forex' } })
    const shown = await tradeloom('calendar', 'show', '--from', '2024-12-27')
    expect(shown.stdout).toBe('forex: 1 closure(s) from days.csv\n  2024-12-31 19:00 to 2025-01-01 05:00\n')
    expect(await tradeloom('calendar', 'remove', 'forex')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await tradeloom('calendar', 'remove', 'forex')).toMatchObject({ status: 1, stderr: 'No calendar forex\n' })
  }) // prettier-ignore

  it.each([
    [['import', '/nowhere/x.csv', '--format', 'csv'], /^x\.csv: there is no such file$/],
    [['show', '--name', 'EURUSD:OANDA'], /^No calendar EURUSD:OANDA: import one first$/],
    [['show', '--from', '2024-02-01', '--to', '2024-01-01'], /^End cannot be before start!$/],
  ])('exits with status 1 and one line for %j', async (args, message) => {
    const { status, stdout, stderr } = await tradeloom('calendar', ...args)
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
    expect(stderr.trim()).toMatch(message)
  })
})

describe('tradeloom spread', () => {
  it.each([[['--instrument', 'EURUSD:NONE'], /No market data for EURUSD:NONE/]])(
    'exits with status 1 and one line for %j',
    async (args, message) => {
      const { status, stderr } = await tradeloom('spread', ...args)
      expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
      expect(stderr).toMatch(message)
    },
  )

  it.skipIf(!hasRealData)('writes the median spread of OANDA’s quotes by hour to a file that runs can read', async () => {
    const files = join(DATA, 'fx/eurusd-oanda-lean/minute')
    expect((await tradeloom('import', '--file', files, '--format', 'lean', '--instrument', 'EURUSD:OANDA', '--json')).status).toBe(0)
    const out = join(dir, 'spread.csv')
    expect((await tradeloom('spread', '--instrument', 'EURUSD:OANDA', '--out', out)).status).toBe(0)
    const byHour = await readTableFile(out, readSpreadByHour)
    // Monday 12:00 UTC, while London trades, compared with 21:00 on Sundays to Thursdays, right after New York's close.
    expect(byHour[24 + 12]).toBe(1.1)
    expect(byHour[24 + 21]).toBeGreaterThan(1.5)
  }) // prettier-ignore
})
