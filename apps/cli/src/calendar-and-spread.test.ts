import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readSpreadByHour } from '@tradeloom/contracts'
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

function tradeloom(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, TRADELOOM_DATA: join(dir, 'data') }
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'bin', 'tradeloom'), args, { encoding: 'utf8', env })
  return { status, stdout, stderr }
}

describe('calendar', () => {
  it('imports, shows and removes closures', () => {
    const file = join(dir, 'days.csv')
    writeFileSync(file, 'date,open,close\n2024-12-25,,\n2024-12-31,,14:00\n')
    expect(tradeloom('calendar', 'show').stderr).toMatch(/No calendar was imported yet/)
    const imported = tradeloom('calendar', 'import', file, '--format', 'csv', '--json')
    expect([imported.status, imported.stderr]).toEqual([0, ''])
    expect(JSON.parse(imported.stdout)).toMatchObject({ timezone: 'America/New_York', days: 2, calendar: { name: 'forex' } })
    const shown = tradeloom('calendar', 'show', '--from', '2024-12-27')
    expect(shown.stdout).toBe('forex: 1 closure(s) from days.csv\n  2024-12-31 19:00 to 2025-01-01 05:00\n')
    expect(tradeloom('calendar', 'remove', 'forex')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(tradeloom('calendar', 'remove', 'forex')).toMatchObject({ status: 1, stderr: 'There is no calendar forex\n' })
  }) // prettier-ignore

  it.each([
    [['import', '/nowhere/x.csv', '--format', 'csv'], /^x\.csv: there is no such file$/],
    [['show', '--name', 'EURUSD:OANDA'], /^There is no calendar EURUSD:OANDA: import one first$/],
    [['show', '--from', '2024-02-01', '--to', '2024-01-01'], /^End cannot be before start!$/],
  ])('answers %j with one line', (args, message) => {
    const { status, stdout, stderr } = tradeloom('calendar', ...args)
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
    expect(stderr.trim()).toMatch(message)
  })
})

describe('spread', () => {
  it.each([[['--instrument', 'EURUSD:NONE'], /no market data of EURUSD:NONE/]])(
    'answers %j with one line',
    (args, message) => {
      const { status, stderr } = tradeloom('spread', ...args)
      expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
      expect(stderr).toMatch(message)
    },
  )

  it.skipIf(!hasRealData)('learns the hours of Oanda’s quotes into a file that runs read', async () => {
    const files = join(DATA, 'fx/eurusd-oanda-lean/minute')
    expect(tradeloom('import', '--file', files, '--format', 'lean', '--instrument', 'EURUSD:OANDA', '--json').status).toBe(0)
    const out = join(dir, 'spread.csv')
    expect(tradeloom('spread', '--instrument', 'EURUSD:OANDA', '--out', out).status).toBe(0)
    const byHour = await readTableFile(out, readSpreadByHour)
    // Monday 12:00 UTC, when London trades, against 21:00 on Sundays to Thursdays, when New York has just closed.
    expect(byHour[24 + 12]).toBe(1.1)
    expect(byHour[24 + 21]).toBeGreaterThan(1.5)
  }) // prettier-ignore
})
