import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Constraint, Luck, Objective } from '@tradeloom/optimizer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ended, runInProcess } from './in-process.fixture.ts'
import type { MarkedRow } from './optimize/marked-row.ts'
import type { CellReport, WalkForwardReport } from './optimize/walk-forward-report.ts'

interface Printed {
  readonly permutations: number
  readonly objectives: readonly Objective[]
  readonly constraints: readonly Constraint[]
  readonly rankedBy: Objective
  readonly rows: readonly MarkedRow[]
  readonly best: MarkedRow | null
  readonly front: readonly number[]
  readonly honesty: Luck
  readonly walkForward?: WalkForwardReport
}

let dir = ''
let run: string[] = []
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-optimize-'))
  const script = join(dir, 'hold.js')
  // Buys at the close of one bar and sells some bars later; errors if it should hold for three bars.
  writeFileSync(
    script,
    `const externals = [{ name: 'enter', defaultValue: 1 }, { name: 'hold', defaultValue: 1 }, { name: 'unused', defaultValue: 0 }]
     let bars = 0
     function onIntervalClose() {
       bars++
       if (hold === 3) throw new Error('holds for too long')
       if (bars === enter) buy({ quantity: 10000 })
       if (bars === enter + hold) closeAll()
     }`,
  )
  const candles = join(dir, 'eurusd.csv')
  const rows = Array.from({ length: 24 * 14 }, (_, hour) => {
    const close = (1.1 + 0.01 * Math.sin(hour / 30) + 0.00001 * hour).toFixed(5)
    const time = new Date(Date.UTC(2024, 0, 8) + hour * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    return `${time},${close},${close},${close},${close}`
  })
  writeFileSync(candles, `time,open,high,low,close\n${rows.join('\n')}\n`)
  run = ['--script', script, '--file', candles, '--format', 'csv', '--interval', 'H1']
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const tradeloom = (...args: string[]): Promise<Ended> => runInProcess(dir, args)

async function optimize(...args: string[]): Promise<Printed> {
  const { status, stdout, stderr } = await tradeloom('optimize', ...run, '--json', ...args)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout) as Printed
}

describe('tradeloom optimize', () => {
  it('prints the same numbers as single backtests of every combination', async () => {
    const csv = join(dir, 'rows.csv')
    const ranges = ['--range', 'enter=5:65:2', '--range', 'hold=2:4:3']
    const { permutations, rows, best, honesty } = await optimize(...ranges, '--workers', '2', '--csv', csv)
    expect(permutations).toBe(6)
    expect(rows.map(({ index, externals: { enter, hold } }) => [index, enter, hold])).toEqual(
      [5, 65].flatMap((enter, k) => [2, 3, 4].map((hold, m) => [3 * k + m, enter, hold])),
    )
    for (const { index, externals, status, ...numbers } of rows) {
      const settings = Object.entries(externals).flatMap(([name, value]) => ['--set', `${name}=${value}`])
      if (index % 5 !== 0) continue
      const single = await tradeloom('backtest', ...run, ...settings, '--json')
      const { statistics } = JSON.parse(single.stdout) as { statistics: Record<string, number> }
      const { profit, profitPercentage, positionCount, maxDrawdown, maxDrawdownPercentage } = statistics
      expect(status).toBe('Completed')
      expect(numbers).toEqual({
        profit,
        profitPercentage,
        positionCount,
        maxDrawdown,
        maxDrawdownPercentage,
        objective: expect.closeTo(profit!),
        objectives: { profit: numbers.objective },
        isFeasible: true,
        violation: 0,
        error: null,
        duplicateOf: null,
        isOnFront: false,
      })
    }
    expect(rows.filter(({ status }) => status === 'Errored').map(({ index }) => index)).toEqual([1, 4])
    const highest = Math.max(...rows.map(({ profit }) => profit ?? -Infinity))
    expect(best?.profit).toBe(highest)
    // Those with an error were tried, too.
    expect(honesty.distinctTrials).toBe(6)
    const lines = readFileSync(csv, 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(7)
    expect(lines[2]).toBe(`1,5,3,Errored,,,,,,,false,,false,,${rows[1]?.error}`)
    expect(rows[1]?.error).toMatch(/hold\.js:5:\d+: holds for too long$/)
  })

  it(
    'with one seed finds the same on one and on two workers, and counts equal trades once',
    { tags: ['full'] },
    async () => {
      const search = ['--range', 'enter=1:90:step=1', '--range', 'unused=0:1:2', '--strategy', 'genetic', '--genetic']
      const settings = [...search, 'generations=2,populationSize=6,survivorCount=2', '--seed', '4']
      const one = await optimize(...settings, '--workers', '1')
      expect(await optimize(...settings, '--workers', '2')).toEqual(one)
      expect(one.rows).toHaveLength(10)
      const enters = new Set(one.rows.map(({ externals }) => externals['enter']))
      expect(one.honesty.distinctTrials).toBe(enters.size)
    },
  )

  it('prints the best rows and says how much of them is luck', async () => {
    const { status, stdout } = await tradeloom(
      'optimize',
      ...run,
      '--range',
      'enter=5:65:3',
      '--constraint',
      'maxDrawdown<=0',
    )
    expect(status).toBe(0)
    expect(stdout).toMatch(/^ +Profit +Max\nIndex +enter +Positions +Profit +\(%\) +drawdown +Status\n/)
    expect(stdout).toMatch(/How much of this is luck\? 3 distinct trials, \d+ days\n/)
    expect(stdout).toMatch(/Overfitting and p +compare with not trading: no risk-free rate\n/)
  })

  it('marks the Pareto front, broken constraints and duplicates of a search with several objectives', async () => {
    const ranges = ['--range', 'enter=70:110:step=10', 'hold=20:80:4', 'unused=0:1:2']
    const settings = [...ranges, '--objective', 'profit', 'exposure=lower']
    const all = await optimize(...settings)
    const drawdowns = all.rows.map((row) => row.maxDrawdownPercentage ?? NaN).toSorted((a, b) => a - b)
    const limit = drawdowns[drawdowns.length / 2] ?? NaN
    expect(limit).toBeGreaterThan(0)
    const { rows, front, best, ...found } = await optimize(...settings, '--constraint', `maxDrawdown<=${limit}`)
    expect(found).toMatchObject({
      objectives: [
        { metric: 'profit', better: 'higher' },
        { metric: 'exposure', better: 'lower' },
      ],
      constraints: [{ metric: 'maxDrawdown', bound: 'at-most', value: limit }],
      rankedBy: { metric: 'profit', better: 'higher' },
    })
    const valuesOf = ({ objectives }: MarkedRow) => [objectives['profit'] ?? NaN, -(objectives['exposure'] ?? NaN)]
    for (const row of rows) {
      const [profit = NaN, exposure = NaN] = valuesOf(row)
      expect(row.objective).toBe(profit)
      const excess = Math.max(0, (row.maxDrawdownPercentage ?? NaN) - limit) / limit
      expect(row.violation).toBeCloseTo(excess, 6)
      expect(row.isFeasible).toBe(row.violation === 0)
      // The script ignores `unused`.
      expect(row.duplicateOf).toBe(row.externals['unused'] === 1 ? row.index - 1 : null)
      const isBeaten = rows.some((other) => {
        const [otherProfit = NaN, otherExposure = NaN] = valuesOf(other)
        const isAsGood = otherProfit >= profit && otherExposure >= exposure
        return other.isFeasible && isAsGood && (otherProfit > profit || otherExposure > exposure)
      })
      expect(row.isOnFront).toBe(row.isFeasible && !isBeaten)
    }
    expect(rows.filter(({ isFeasible }) => !isFeasible)).not.toEqual([])
    const onFront = rows.filter(({ isOnFront }) => isOnFront)
    expect(onFront.length).toBeGreaterThan(2)
    expect(front.toSorted((a, b) => a - b)).toEqual(onFront.map(({ index }) => index))
    const profits = rows.filter(({ isFeasible }) => isFeasible).map(({ profit }) => profit ?? NaN)
    expect(best?.profit).toBe(Math.max(...profits))
    expect(best?.isFeasible).toBe(true)
    expect(all.front).not.toEqual([])
  })

  it('names no best result if the objective has no value', async () => {
    const args = ['--range', 'enter=5:65:3', '--objective', 'sharpeMonthly']
    const { best, rankedBy } = await optimize(...args)
    expect({ best, rankedBy }).toEqual({ best: null, rankedBy: { metric: 'sharpeMonthly', better: 'higher' } })
    const { stdout } = await tradeloom('optimize', ...run, ...args)
    expect(stdout).toMatch(/\nBest +none: no backtest has a value of Sharpe ratio \(monthly, per month\)\n/)
    expect(stdout).not.toMatch(/Probability of an edge/)
  })

  it('improves a metric in the direction that was requested', async () => {
    const range = ['--range', 'enter=5:65:3', '--range', 'hold=2:8:step=2']
    const { rows, best } = await optimize(...range, '--objective', 'exposure=lower')
    expect(best?.objective).toBe(Math.min(...rows.map(({ objective }) => objective ?? NaN)))
    expect(rows.some(({ objective }) => objective !== best?.objective)).toBe(true)
  })

  it('hides duplicates in the table unless they were requested, and remarks on ends that are not tried', async () => {
    const args = ['optimize', ...run, '--range', 'enter=5:25:step=10', 'unused=0:1:2', '--rows', '3']
    const { stdout, stderr } = await tradeloom(...args)
    expect(stderr).toBe(
      [
        'Note: --range enter tries multiples of 10 between 5 and 25: 10 to 20',
        'Note: The market data has one price (trades): bid and ask are equal (no spread).',
        '',
      ].join('\n'),
    )
    expect(stdout.match(/^ +\d+ .*$/gm)).toHaveLength(2)
    expect(stdout).toMatch(/\nDuplicates +2 traded exactly like an earlier backtest; --duplicates lists them\n/)
    const listed = await tradeloom(...args, '--duplicates')
    expect(listed.stdout.match(/(Completed|same as \d)$/gm)).toEqual([
      'Completed',
      expect.stringMatching(/^same/),
      'Completed',
    ])
    expect(listed.stdout).toMatch(/\n… and 1 more: --rows prints more of them, --csv writes all\n/)
  })

  it('explains ranges in its help', async () => {
    const { status, stdout } = await tradeloom('optimize', '--help')
    expect(status).toBe(0)
    expect(stdout).toMatch(/\nRanges:\n {2}period=10:50:5 [^]*\n {2}A step counts from 0, not from the first number/)
    expect(stdout).toMatch(/--trials <number> .* \(default: 200\)/)
  })

  it('writes the same rows to a Parquet file as it prints', { tags: ['full'] }, async () => {
    const file = join(dir, 'rows.parquet')
    const ranges = ['enter=5:65:2', 'hold=2:3:2', 'unused=0:1:2']
    const goals = ['--objective', 'profit', 'maxDrawdown']
    const { rows } = await optimize('--range', ...ranges, ...goals, '--parquet', file)
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const found = await connection.runAndReadAll(`select * from read_parquet('${file}') order by "index"`)
    const numbers = found.getRowObjectsJS().map(({ index, ...row }) => ({ index: Number(index), ...row }))
    expect(numbers).toEqual(
      rows.map(({ externals, positionCount, objectives, duplicateOf, ...row }) => ({
        ...row,
        ...externals,
        objective2: objectives['maxDrawdown'],
        positionCount: positionCount === null ? null : BigInt(positionCount),
        duplicateOf: duplicateOf === null ? null : BigInt(duplicateOf),
      })),
    )
    expect(rows.map(({ duplicateOf }) => duplicateOf)).toEqual([null, 0, null, null, null, 4, null, null])
  })

  it('hands the trial with the best surroundings to the test window on request', { tags: ['full'] }, async () => {
    const settings = ['--range', 'enter=2:20:step=1', '--walk-forward', 'train=5,test=3,embargo=1,choose=plateau']
    const { walkForward } = await optimize(...settings)
    const enters = walkForward?.windows.map(({ chosen }) => chosen?.externals['enter']) ?? []
    expect(enters).toHaveLength(2)
    // The ends of a range have too few neighbors.
    for (const enter of enters) expect([2, 20, undefined]).not.toContain(enter)
  })

  it('tests the best externals of each training window in the days after it', { tags: ['full'] }, async () => {
    const range = ['--range', 'enter=2:20:2']
    const { walkForward } = await optimize(...range, '--walk-forward', 'train=5,test=3,embargo=1')
    const windows = walkForward?.windows ?? []
    expect(windows.map(({ train, test }) => [...train, ...test].map((time) => time.slice(8, 10)))).toEqual([
      ['08', '13', '14', '17'],
      ['11', '16', '17', '20'],
    ])
    let balance = 10_000
    for (const { train, test, chosen, tested } of windows) {
      const single = async ([from, to]: readonly [string, string], initial: number) => {
        const settings = ['--set', `enter=${chosen?.externals['enter']}`, '--balance', String(initial)]
        const ended = await tradeloom('backtest', ...run, ...settings, '--from', from, '--to', to, '--json')
        return (JSON.parse(ended.stdout) as { statistics: { profit: number } }).statistics.profit
      }
      expect(chosen?.profit).toBe(await single(train, 10_000))
      expect(tested?.profit).toBe(await single(test, balance))
      balance += tested?.profit ?? 0
    }
    expect(walkForward?.profit).toBeCloseTo(balance - 10_000, 8)
  })

  it('repeats the walk-forward for each pair of window lengths', { tags: ['full'] }, async () => {
    const range = ['--range', 'enter=2:20:2']
    const { walkForward } = await optimize(...range, '--walk-forward', 'train=3+5,test=3+4,embargo=1')
    const cells = walkForward?.matrix ?? []
    expect(cells.map(({ trainDays, testDays, windows }) => [trainDays, testDays, windows])).toEqual([
      [3, 3, 2],
      [3, 4, 2],
      [5, 3, 2],
      [5, 4, 2],
    ])
    expect(walkForward?.windows.map(({ train, test }) => [...train, ...test].map((time) => time.slice(8, 10)))).toEqual(
      [
        ['10', '13', '14', '17'],
        ['13', '16', '17', '20'],
      ],
    )
    // A pair is the walk-forward of its lengths over the days that are left to it.
    const alone = await optimize(...range, '--walk-forward', 'train=5,test=3,embargo=1')
    const { profit, efficiency } = cells[2] as CellReport
    expect([profit, efficiency]).toEqual([alone.walkForward?.profit, alone.walkForward?.efficiency])
    const { stdout } = await tradeloom('optimize', ...run, ...range, '--walk-forward', 'train=3+5,test=3+4,embargo=1')
    expect(stdout).toMatch(
      /\nWalk-forward, training 3 days and test 3 days\n.*\nTest from +to +profit +profit +Externals\n2024-01-14 +2024-01-17 +\S+ +\S+ +enter \d+\n/,
    )
    expect(stdout).toMatch(/Training \\ test +3 days +4 days\n3 days +\S+%, \S+ +\S+%, \S+\n5 days /)
    expect(stdout).toMatch(/\d of 4 pairs gained\. Choosing the best of them now is one more selection\n/)
  })

  it('leaves a test window that ended with an error out of the efficiency', { tags: ['full'] }, async () => {
    const failing = join(dir, 'failing.js')
    const source = readFileSync(join(dir, 'hold.js'), 'utf8')
    const end = Date.UTC(2024, 0, 18)
    // Only a test window gets to this day within its first hundred bars.
    const throwing = `onIntervalClose(bar) {\n if (bar.time >= ${end} && bars < 100) throw new Error('too late')`
    writeFileSync(failing, source.replace('onIntervalClose() {', throwing))
    const settings = ['--range', 'enter=2:20:2', '--walk-forward', 'train=5,test=3,embargo=1']
    const both = await optimize(...settings, '--script', failing)
    const first = await optimize(...settings, '--to', '2024-01-17')
    expect(both.walkForward?.windows.map(({ tested }) => tested?.status)).toEqual(['Completed', 'Errored'])
    expect(first.walkForward?.windows).toHaveLength(1)
    expect(first.walkForward?.efficiency).not.toBeNull()
    expect(both.walkForward?.efficiency).toBe(first.walkForward?.efficiency)
  })

  it.each([
    [['--range', 'hold=1:2:2', '--walk-forward', 'train=5'], /--walk-forward train=5 is not train=DAYS,test=DAYS/],
    [['--range', 'hold=1:2:2', '--walk-forward', 'train=5+x,test=2'], /is not train=DAYS,test=DAYS/],
    [['--range', 'hold=3:3:1'], /The backtest of .* failed: .*holds for too long/],
    [['--range', 'other=1:2:2'], /--range: The script has no external other/],
    [['--range', 'hold=1:2'], /--range hold=1:2 is not name=from:to:count/],
    [['--range', 'hold=1:2:2', '--objective', 'luck'], /--objective luck is not a metric/],
    [
      ['--range', 'hold=1:2:2', '--objective', 'profit', 'sharpeDaily', '--strategy', 'genetic'],
      /Several objectives require --strategy nsga2, random or exhaustive: genetic improves the first one alone/,
    ],
    [['--range', 'hold=1:2:2', '--objective', 'profit', 'profit'], /--objective: Each objective needs another metric/],
    [['--range', 'hold=1:2:2', '--objective', 'exposure'], /Pass exposure=higher or exposure=lower/],
    [['--range', 'hold=1:2:2', '--objective', 'profit=up'], /is not metric, metric=higher or metric=lower/],
    [['--range', 'hold=1:2:2', '--set', 'hold=5'], /--set hold=5 and --range hold cannot be combined/],
    [['--range', 'hold=1:2:2', '--trials', '3'], /--trials requires --strategy random, tpe or nsga2/],
    [['--range', 'hold=1:2:2', '--rows', '1.5'], /--rows 1\.5 is not a whole number/],
    [['--range', 'hold=1:2:2', '--csv', 'nowhere/rows.csv'], /--csv nowhere\/rows\.csv: there is no folder nowhere/],
    [['--range', 'hold=1:2:2', '--parquet', '.'], /--parquet \. is a folder/],
    [['--range', 'hold=1:2:2', '--walk-forward', 'train=5,test=2,train=6'], /--walk-forward train is repeated/],
    [['--range', 'hold=1:2:2', '--walk-forward', 'train=5,test=2,anchored=no'], /anchored takes no value/],
    [
      ['--range', 'hold=3:3:1', '--walk-forward', 'train=50,test=20'],
      // Before the search, which would fail with an error of its own.
      /--walk-forward: The period is too short for one training and one test window/,
    ],
    [
      ['--range', 'hold=1:2:2', '--strategy', 'genetic', '--genetic', 'generations=2,generations=3'],
      /--genetic generations is repeated/,
    ],
    [['--range', 'hold=1:2:2', '--constraint', 'profit=3'], /is not metric>=number/],
    [
      ['--range', 'hold=1:2:2', '--strategy', 'genetic', '--genetic', 'survivorCount=50'],
      /survivorCount must be below/,
    ],
    [[], /Pass --range/],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await tradeloom('optimize', ...run, ...args)
    expect(status).toBe(1)
    expect(stderr).toMatch(message)
  })
})
