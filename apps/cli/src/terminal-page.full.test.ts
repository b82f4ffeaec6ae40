import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Ended, runInProcess } from './in-process.fixture.ts'

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'terminal.md'), 'utf8')
const FEBRUARY = Date.UTC(2024, 1, 1)
const MINUTES = 29 * 1440
/** They need a server, its database or a master key, or measure for minutes. */
const ELSEWHERE = ['user', 'key', 'flatten', 'backup', 'database', 'bench']
/** The example is biased or not; what it needs is there. */
const FINE = [0, 1]

/** The block of code that follows a heading. */
function blockAfter(heading: string): string {
  return /```\w*\n([^]*?)```/.exec(PAGE.slice(PAGE.indexOf(`\n## ${heading}\n`)))?.[1] ?? ''
}

/** The page's commands in their order, without comments, as arguments. */
const COMMANDS = blockAfter('From a terminal')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .flatMap((line) => /^bin\/tradeloom ([^#]+)/.exec(line)?.[1] ?? [])
  .map((text) =>
    text
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll('"', '')),
  )
  .filter(([name = '']) => !ELSEWHERE.includes(name))

/** What the commands read, as platforms export it. */
const FILES: Readonly<Record<string, string>> = {
  'cross.js': blockAfter('An algorithm'),
  'EURUSD_M1.csv': minutes(),
  'trades.csv': `Open time,Close time,Profit\n${Array.from({ length: 5 }, (_, n) => `2024-02-0${n + 1} 10:00,2024-02-0${n + 1} 12:00,${n * 10 - 15}`).join('\n')}\n`,
  'market-hours.json': JSON.stringify({
    entries: {
      'Forex-oanda-[*]': {
        dataTimeZone: 'America/New_York',
        exchangeTimeZone: 'America/New_York',
        holidays: ['12/25/2024'],
      },
    },
  }),
}

/** A month of minutes with their spread, as MetaTrader 5 exports them. */
function minutes(): string {
  const price = (minute: number): number => 1.08 + 0.004 * Math.sin(minute / 701) + 0.001 * Math.cos(minute / 53)
  const rows = Array.from({ length: MINUTES }, (_, minute) => {
    const time = new Date(FEBRUARY + minute * 60_000)
    // Forex is closed.
    if (time.getUTCDay() === 6) return ''
    const [open, close] = [price(minute), price(minute + 1)]
    const cells = [open, Math.max(open, close), Math.min(open, close), close].map((value) => value.toFixed(5))
    const [day = '', clock = ''] = time.toISOString().slice(0, 19).split('T')
    return `${[day.replaceAll('-', '.'), clock, ...cells, 10, 0, 7].join('\t')}\n`
  })
  return `<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>\n${rows.join('')}`
}

let dir = ''
const ended = new Map<string, Ended>()
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-readme-'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(dir, name), text)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

it.each(COMMANDS.map((args) => ({ name: args.join(' '), args })))(
  'the command of the page about the terminal works: $name',
  { timeout: 300_000 },
  async ({ name, args }) => {
    ended.set(name, await runInProcess(dir, args))
    expect(FINE, ended.get(name)?.stderr).toContain(ended.get(name)?.status)
  },
)

it('the page about the terminal has a command for each thing that a terminal does', () => {
  expect(COMMANDS.map(([name]) => name)).toEqual([
    'import',
    'instruments',
    'backtest',
    'optimize',
    'indicator',
    'check',
    'metrics',
    'quality',
    'calendar',
    'spread',
  ])
})
