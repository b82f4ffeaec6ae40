import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { computeIndicator } from './compute-indicator.ts'
import { INEXACT, NOT_COMPARABLE, REFERENCE_FILES } from './tulip-exceptions.fixture.ts'
import { REFERENCE_MAPPINGS } from './tulip-mappings.fixture.ts'
import { type Comparison, compareWithReference, parseBlocks } from './tulip-reference.fixture.ts'

const folder = join(import.meta.dirname, '../../../../shared/data/reference/tulip')
const isThere = existsSync(folder)
if (!isThere) console.info('../shared/data/reference/tulip is not there: indicators are not compared with it')

/** Blocks of functions that are not indicators, or not implemented here. */
const OTHERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'abs acos add asin atan ceil cos cosh div exp floor ln log10 mul round sin sinh sqrt sub tan tanh todeg torad trunc'
      .split(' ')
      .map((name) => [name, 'arithmetic that scripts have without an indicator']),
  ),
  crossany: 'crossedAbove and crossedBelow of the script API',
  crossover: 'crossedAbove of the script API',
  decay: 'a helper without a market meaning',
  edecay: 'a helper without a market meaning',
  lag: 'value(k) of any indicator',
  sum: 'the simple moving average times the period',
  dm: 'directional movement in prices; DMI gives it in relation to the true range',
  rmta: 'a trend average that is not among the system indicators',
}

describe.skipIf(!isThere)('the published vectors', () => {
  const texts = Object.fromEntries(
    REFERENCE_FILES.map((file) => [file, isThere ? readFileSync(join(folder, file), 'utf8') : '']),
  )
  const comparisons = compareWithReference(texts)

  it('are all either compared or known to have no indicator here', () => {
    const names = REFERENCE_FILES.flatMap((file) => parseBlocks(file, texts[file] as string)).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(200)
    expect(names.filter((name) => !(name in REFERENCE_MAPPINGS) && !(name in OTHERS))).toEqual([])
    expect(Object.keys(REFERENCE_MAPPINGS).filter((name) => !names.includes(name))).toEqual([])
  })

  const comparable = comparisons.filter(({ block }) => !(block in NOT_COMPARABLE))

  it.each(comparable)('$key $output equals $block', ({ block, compared, beyondRounding }) => {
    const [bound] = INEXACT[block] ?? [1e-9]
    expect(compared).toBeGreaterThan(0)
    expect(beyondRounding).toBeLessThanOrEqual(bound)
  })

  it('need every exception that is made for them', () => {
    const inexact = comparable.filter(({ beyondRounding }) => beyondRounding > 1e-9).map(({ block }) => block)
    expect(new Set(inexact)).toEqual(new Set(Object.keys(INEXACT)))
    const blocks = comparisons.map(({ block }) => block)
    expect(Object.keys(NOT_COMPARABLE).filter((block) => !blocks.includes(block))).toEqual([])
    // Only a few values are missing, where ours begins later than the reference.
    expect(comparable.filter(({ missing, compared }) => missing > compared)).toEqual([])
    console.info(table(comparable))
  })

  it('differ in the MACD of 12 and 26 bars by its weights alone', () => {
    const block = parseBlocks('atoz.txt', texts['atoz.txt'] as string).find(({ name }) => name === 'macd')
    const [closes = [], wanted = []] = block?.columns ?? []
    let [fast, slow] = [closes[0] as number, closes[0] as number]
    const lines = closes.map((close) => {
      fast += 0.15 * (close - fast)
      slow += 0.075 * (close - slow)
      return fast - slow
    })
    lines.slice(-wanted.length).forEach((line, at) => expect(line).toBeCloseTo(wanted[at] as number, 8))
  })

  it('hold every indicator but one by at least one vector that is exact but for its rounding', () => {
    const exact = comparable.filter(({ block }) => !(block in INEXACT)).map(({ key }) => key)
    const others = comparable.map(({ key }) => key).filter((key) => !exact.includes(key))
    expect(new Set(others)).toEqual(new Set(['AccelerationBands']))
  })
})

/** Largest differences per indicator, as listed in the documentation. */
function table(comparisons: readonly Comparison[]): string {
  const lines = comparisons.map(({ key, output, block, compared, largest, beyondRounding, because }) =>
    [`${key}.${output}`, block, compared, largest.toExponential(1), beyondRounding.toExponential(1), because].join(
      ' | ',
    ),
  )
  return ['indicator | block | values | as printed | beyond rounding | how', ...lines].join('\n')
}

/** The key of each pattern, and its value on a match. */
const PATTERNS: Readonly<Record<string, readonly [key: string, value: number | null]>> = {
  doji: ['Doji', 100],
  dragonfly_doji: ['DragonflyDoji', 100],
  long_legged_doji: ['LongLeggedDoji', 100],
  gravestone_doji: ['GravestoneDoji', -100],
  four_price_doji: ['FourPriceDoji', 100],
  star: ['Star', null],
  marubozu: ['Marubozu', null],
  white_marubozu: ['Marubozu', 100],
  black_marubozu: ['Marubozu', -100],
  big_white_candle: ['BigCandle', 100],
  big_black_candle: ['BigCandle', -100],
  engulfing_bull: ['Engulfing', 100],
  engulfing_bear: ['Engulfing', -100],
  three_white_soldiers: ['ThreeWhiteSoldiers', 100],
  three_black_crows: ['ThreeBlackCrows', -100],
  spinning_top: ['SpinningTop', 100],
  evening_star: ['EveningStar', -100],
  evening_doji_star: ['EveningDojiStar', -100],
  morning_star: ['MorningStar', 100],
  morning_doji_star: ['MorningDojiStar', 100],
  abandoned_baby_bear: ['AbandonedBaby', -100],
  abandoned_baby_bull: ['AbandonedBaby', 100],
  hammer: ['Hammer', 100],
  hanging_man: ['HangingMan', -100],
  inverted_hammer: ['InvertedHammer', 100],
}

interface Finding {
  readonly name: string
  readonly row: number
  readonly isThere: boolean
  readonly columns: readonly (readonly number[])[]
}

/** Columns of open, high, low and close, each group followed by the patterns found in it or, with `!`, not found. */
function parseFindings(text: string): Finding[] {
  const findings: Finding[] = []
  let columns: number[][] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    const list = /^\{(.*)\}$/.exec(line)?.[1]
    if (line === 'candle') columns = []
    else if (list !== undefined) columns.push(list.split(',').map(Number))
    else if (line !== '') {
      const [name = '', ...rows] = line.split(/\s+/)
      for (const row of rows) {
        findings.push({ name: name.replace('!', ''), row: Number(row), isThere: !name.startsWith('!'), columns })
      }
    }
  }
  return findings
}

describe.skipIf(!isThere)('the published candlestick patterns', () => {
  const text = isThere ? readFileSync(join(folder, 'candles.txt'), 'utf8') : ''

  it.each(parseFindings(text))('$name at $row: $isThere', ({ name, row, isThere: isFound, columns }) => {
    const [key, value] = PATTERNS[name] ?? ['', null]
    const [open, high, low, close] = columns.map((column) => Float64Array.from(column)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    const nothing = new Float64Array(close.length)
    const bars = { time: nothing, open, high, low, close, volume: nothing, spread: nothing }
    const found = computeIndicator({ key, bars }).outputs['value']?.[row]
    if (!isFound) expect(found).not.toBe(value ?? 100)
    else if (value === null) expect(Math.abs(found ?? 0)).toBe(100)
    else expect(found).toBe(value)
  })
})
