import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInProcess } from './in-process.fixture.ts'

const MINUTES = 300
/** Bars whose high is below their open, and bars whose low is above their close. */
const HIGHS = [60, 61, 63, 200]
const LOWS = [120]
/** Only of the ask. */
const ASKS = [150]

let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-bars-'))
  writeFileSync(join(dir, 'rest.js'), 'function onIntervalClose() {}')
  const prices = (minute: number, isWrong: boolean, add: number): string => {
    const price = 1.1 + (minute % 7) * 1e-5 + add
    const [high, low] = [HIGHS.includes(minute) || isWrong ? -1 : 2, LOWS.includes(minute) ? 1 : -3]
    return [0, high, low, -2].map((points) => (price + points * 1e-5).toFixed(5)).join(',')
  }
  const lines = (row: (minute: number) => string): string =>
    Array.from({ length: MINUTES }, (_, minute) => {
      const time = new Date(Date.UTC(2024, 0, 8) + minute * 60_000).toISOString()
      return `${time},${row(minute)}\n`
    }).join('')
  writeFileSync(join(dir, 'one.csv'), `time,open,high,low,close\n${lines((minute) => prices(minute, false, 0))}`)
  const both = (minute: number): string =>
    `${prices(minute, false, 0)},${prices(minute, ASKS.includes(minute), 0.0001)}`
  const names = ['bid', 'ask'].flatMap((side) => ['Open', 'High', 'Low', 'Close'].map((name) => side + name))
  writeFileSync(join(dir, 'both.csv'), `time,${names.join(',')}\n${lines(both)}`)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function tradeloom(...args: string[]) {
  const { status, stdout, stderr } = await runInProcess(dir, args)
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return { stdout, stderr }
}
const json = async (...args: string[]) => JSON.parse((await tradeloom(...args, '--json')).stdout)

/** What a run over minutes of the day tells: the count of its data quality, and its warnings. */
async function run(from: number, to: number, ...source: string[]) {
  const at = (minute: number): string => new Date(Date.UTC(2024, 0, 8) + minute * 60_000).toISOString()
  const { dataQuality, warnings } = await json(
    'backtest',
    '--script',
    'rest.js',
    ...source,
    '--from',
    at(from),
    '--to',
    at(to),
  )
  return { counted: dataQuality.counts.inconsistent, warnings }
}

const told = (counted: number) => ({
  counted,
  warnings: [`The high or low lay inside the body of ${counted} bars; open and close were taken as the extremes`],
})

describe('bars whose high or low lies inside their body', () => {
  it.each([
    ['one price', 'one', HIGHS.length + LOWS.length],
    ['both sides', 'both', HIGHS.length + LOWS.length + ASKS.length],
  ])('are as many at the import of %s as in its quality and in its runs', async (_, name, count) => {
    const id = `EURUSD:${name.toUpperCase()}`
    const file = ['--file', `${name}.csv`, '--format', 'csv', '--instrument', id]
    const { stderr } = await tradeloom('import', ...file)
    expect(stderr).toContain(`  ${count} bars whose high or low is inside their body\n`)
    const { series } = await json('import', ...file)
    expect(series[0].quality.inconsistent).toBe(count)
    expect(series[0].grade.counts.inconsistent).toBe(count)
    const { instruments } = await json('quality', '--instrument', id)
    expect(instruments[0].summary.inconsistent).toBe(count)
    expect(await run(0, MINUTES, '--instrument', id)).toEqual(told(count))
    expect(await run(0, MINUTES, ...file)).toEqual(told(count))
  })

  it('are counted in the period of a run only, wherever it begins and ends', async () => {
    const file = ['--file', 'both.csv', '--format', 'csv', '--instrument', 'EURUSD:BOTH']
    for (const [from, to, count] of [
      [61, 151, 4],
      [62, 150, 2],
      [0, 62, 2],
    ] as const) {
      expect(await run(from, to, '--instrument', 'EURUSD:BOTH')).toEqual(told(count))
      expect(await run(from, to, ...file)).toEqual(told(count))
    }
  })
})

it('Every command that reads files says what is missing in them, as an import does', async () => {
  const lines = readFileSync(join(dir, 'both.csv'), 'utf8').split('\n')
  writeFileSync(join(dir, 'gap.csv'), [...lines.slice(0, 40), ...lines.slice(60)].join('\n'))
  const file = ['--file', 'gap.csv', '--format', 'csv', '--instrument', 'EURUSD:GAP']
  const note = 'Note: EURUSD:GAP: 20 bars missing in 1 gap'
  expect((await tradeloom('indicator', '--key', 'SMA', '--interval', 'M1', ...file)).stderr).toContain(note)
  expect((await runInProcess(dir, ['check', '--script', 'rest.js', ...file])).stderr).toContain(note)
  const search = ['--range', 'size=1:2:2', '--workers', '1', '--interval', 'M1']
  writeFileSync(
    join(dir, 'size.js'),
    "const externals = [{ name: 'size', defaultValue: 1 }]\nfunction onIntervalClose() {}\n",
  )
  expect((await runInProcess(dir, ['optimize', '--script', 'size.js', ...search, ...file])).stderr).toContain(note)
})
