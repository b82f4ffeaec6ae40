import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { type BarColumns, defineInstrument } from '../../packages/domain/src/index.ts'
import {
  createRangedRun,
  DEFAULT_MODELS,
  type RunResult,
  type RunSpec,
  type RunStatistics,
  type ScriptFactory,
} from '../../packages/engine/src/index.ts'
import { analyzeScript, wrapScript } from '../../packages/script/src/index.ts'
import { canonicalJson } from './canonical-json.ts'
import { readPriceFiles, sharedData } from './read-price-files.ts'

/**
 * Golden runs: an algorithm, its data, and what must come out. Every folder here with a golden.json is one.
 * With UPDATE_GOLDEN=1 the numbers are written anew; what changed then must be explained in the commit.
 */
interface Golden {
  readonly title: string
  /** Path of the script from the folder of shared data; without it `script.js` beside the numbers. */
  readonly script?: string
  readonly instrument: string
  readonly bid: string
  readonly ask: string | null
  readonly spec: Partial<RunSpec>
  statistics: Partial<RunStatistics>
  bars: number
  ticks: number
  /** SHA-256 of the order list as JSON. */
  orders: string
  /** SHA-256 of the whole result as canonical JSON, as engine 2.2.0 wrote it; it was the `resultHash` until then. */
  full: string
}

const data = sharedData()
if (!data) console.warn('Golden runs are skipped: there is no ../shared/data beside the repository')
const names = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, 'golden.json')),
)

describe.skipIf(!data)('golden runs', () => {
  it('are found', () => expect(names).toContain('sma-cross'))

  for (const name of names) {
    const file = join(import.meta.dirname, name, 'golden.json')
    const golden = JSON.parse(readFileSync(file, 'utf8')) as Golden
    const columns = data ? readPriceFiles(join(data, golden.bid), golden.ask && join(data, golden.ask)) : null
    const script =
      golden.script === undefined ? join(import.meta.dirname, name, 'script.js') : join(data ?? '', golden.script)
    const source = existsSync(script) ? readFileSync(script, 'utf8') : ''

    it(golden.title, () => {
      const result = runGolden(golden, source, columns as BarColumns, 2_048)
      const orders = createHash('sha256').update(JSON.stringify(result.orders)).digest('hex')
      if (process.env['UPDATE_GOLDEN'] === '1') {
        const { statistics, bars, ticks } = result
        const full = fullHash(result)
        writeFileSync(file, `${JSON.stringify({ ...golden, statistics, bars, ticks, orders, full }, null, 2)}\n`)
        return
      }
      expect(result.statistics).toMatchObject(golden.statistics)
      expect({ bars: result.bars, ticks: result.ticks, orders, full: fullHash(result) }).toEqual({
        bars: golden.bars,
        ticks: golden.ticks,
        orders: golden.orders,
        full: golden.full,
      })
    })

    it(`${name}: the size of the steps changes nothing`, () => {
      const whole = JSON.stringify(runGolden(golden, source, columns as BarColumns, 1_000_000))
      expect(JSON.stringify(runGolden(golden, source, columns as BarColumns, 37)) === whole).toBe(true)
    })

    it(`${name}: nothing that comes later changes what was`, () => {
      const whole = runGolden(golden, source, columns as BarColumns, 2_048)
      for (const rows of [500, 4_321, 17_017]) {
        const cut = Object.fromEntries(
          Object.entries(columns as BarColumns).map(([key, column]) => [
            key,
            typeof column === 'string' ? column : column.slice(0, rows),
          ]),
        ) as unknown as BarColumns
        const until = (columns as BarColumns).time[rows - 1] as number
        const part = runGolden(golden, source, cut, 2_048)
        const early = (result: RunResult) => ({
          fills: result.orders
            .filter(({ fillTime }) => fillTime !== null && fillTime < until)
            .map(({ id, fillPrice, fillTime }) => [id, fillPrice, fillTime]),
          closed: result.positions
            .filter(({ closeTime }) => closeTime !== null && closeTime < until)
            .map(({ id, closePrice, profit, closeReason }) => [id, closePrice, profit, closeReason]),
        })
        expect(early(part)).toEqual(early(whole))
      }
    })
  }
})

/** Every number of the result, including intervals and breakdowns. Only the engine version may change. */
function fullHash(result: RunResult): string {
  const hash = createHash('sha256')
  for (const piece of canonicalJson({ ...result, engineVersion: '2.2.0' })) hash.update(piece)
  return hash.digest('hex')
}

function runGolden(golden: Golden, source: string, columns: BarColumns, stepRows: number): RunResult {
  const { javascript, externals, errors } = analyzeScript(source, 'algorithm')
  expect(errors).toEqual([])
  // oxlint-disable-next-line no-eval -- the golden's own script, compiled the way that hosts compile scripts
  const factory = (0, eval)(
    wrapScript(
      javascript,
      externals.map(({ name }) => name),
    ),
  ) as ScriptFactory
  const instrument = defineInstrument(golden.instrument)
  const spec: RunSpec = {
    ...DEFAULT_MODELS,
    instrument,
    conversions: [],
    interval: 'M1',
    resolution: 1,
    start: Date.UTC(2012, 1, 1),
    end: Date.UTC(2012, 2, 1, 0, 1),
    initialBalance: 10_000,
    accountCurrency: 'USD',
    externals: Object.fromEntries(externals.map(({ name, defaultValue }) => [name, defaultValue ?? 0])),
    closures: [],
    seed: 1,
    ...golden.spec,
  }
  const run = createRangedRun({ spec, series: [{ instrumentId: instrument.id, columns }], factory }, () => undefined)
  while (run.step(stepRows));
  return run.finish()
}
