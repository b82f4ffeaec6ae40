import { createRandom, type OhlcColumns } from '@tradeloom/domain'
import { describe, expect, inject, it } from 'vitest'

import { SYSTEM_INDICATORS } from './catalog.generated.js'
import { computeIndicator } from './compute-indicator.ts'
import type { IndicatorDefinition } from './definition.ts'
import { emptyBar } from './indicator-bar.ts'
import { IndicatorInstance } from './indicator-instance.ts'
import { BAR_COLUMNS } from './test-bars.fixture.ts'

/** A number, so many times the price, the volume of a bar, or no value as nothing has happened yet. */
type Stated = number | 'price' | `price * ${number}` | 'volume' | 'nothing'

/** What each says about a market that stands still, where that is not the price on a chart and 0 below it. */
const STATED: Readonly<Record<string, Stated | Readonly<Record<string, Stated>>>> = {
  ATRTrailingStop: { value: 'price', direction: 1 },
  Aroon: 100,
  BollingerPercentB: 0.5,
  DeMarker: 0.5,
  Envelope: { middle: 'price', upper: 'price * 1.025', lower: 'price * 0.975' },
  FractalChaosBands: 'nothing',
  Fractals: 'nothing',
  Hurst: 0.5,
  IBS: 0.5,
  InsideBar: 100,
  LinearRegression: { value: 'price', slope: 0, fit: 0 },
  MassIndex: 25,
  MesaSineWave: { sine: 1, lead: Math.sin(Math.PI / 2 + Math.PI / 4) },
  NVI: 1000,
  OBV: 'volume',
  PVI: 1000,
  PriceRelativeStrength: { ratio: 1, lead: 0 },
  RelativeVolatilityIndex: 50,
  Renko: 'nothing',
  Star: 100,
  Supertrend: { value: 'price', direction: 1 },
  VolatilityStop: { value: 'price', direction: 1 },
  VolumeAverage: 'volume',
  Vortex: 1,
  ZigZag: 'nothing',
}

/** Differences of averages, in money or in percent of the price: 0 up to the last digits of the price. */
const DIFFERENCES = ['APO', 'AwesomeOscillator', 'DPO', 'ElderRay', 'ForecastOscillator', 'Gator', 'MACD', 'PPO']

/** Sums over all bars, and one with an index of unlimited memory. The others see their window only. */
const REMEMBERING = ['AD', 'ConnorsRSI', 'OBV', 'PVT', 'WilliamsAD']

const DIGITS = 1e-13
const COUNT = inject('lane') === 'full' ? 60 : 6

/** Of up to eight digits, with the point anywhere, beside two for which an index of 66.67 was found. */
function drawPrices(seed: number): number[] {
  const random = createRandom(seed)
  return [
    97.64,
    1.08345,
    ...Array.from({ length: COUNT }, () => Math.ceil(random() * 1e8) / 10 ** Math.floor(random() * 9)),
  ]
}

/** Moves, then stands still. */
function market(moving: number, still: number, price: number, volume: number): OhlcColumns {
  const moved = (row: number, step: number) => (row < moving ? price * (1 + (((row * step) % 7) - 3) / 50) : price)
  const close = Float64Array.from({ length: moving + still }, (_, row) => moved(row, 3))
  const open = close.map((_, row) => moved(row, 5))
  const high = close.map((value, row) => Math.max(value, open[row] as number))
  const low = close.map((value, row) => Math.min(value, open[row] as number))
  const time = close.map((_, row) => row * 86_400_000)
  return { time, open, high, low, close, volume: close.map(() => volume), spread: close.map(() => 0) }
}

function statedOf({ key, pane, outputs }: IndicatorDefinition, name: string): Stated {
  const stated = STATED[key] ?? (pane === 'overlay' ? 'price' : 0)
  if (typeof stated !== 'object') return stated
  if (!outputs.every((output) => output in stated)) throw new Error(`What ${key} says is stated in part`)
  return stated[name] as Stated
}

function isStated(value: number | null, stated: Stated, price: number, allowed: number): boolean {
  if (stated === 'nothing') return value === null
  if (value === null) return false
  if (typeof stated === 'string') {
    const factor = Number(stated.split(' * ')[1] ?? 1)
    return Math.abs(value / (price * factor) - 1) <= DIGITS
  }
  return allowed === 0 ? value === stated : Math.abs(value - stated) <= allowed
}

/** The values of all bars from the first full window on, and the forming one's. */
function valuesOf(definition: IndicatorDefinition, bars: OhlcColumns, first: number) {
  const { key, outputs, takesOther } = definition
  const columns = computeIndicator({ key, bars, ...(takesOther ? { other: bars.open } : {}) }).outputs
  const bar = emptyBar()
  const other = () => bar.open
  const instance = new IndicatorInstance(
    definition,
    [],
    bar,
    takesOther ? { finished: other, forming: other } : undefined,
  )
  for (let row = 0; row < bars.time.length; row++) {
    for (const name of BAR_COLUMNS) bar[name] = bars[name][row] as number
    instance.close()
  }
  const forming = instance.forming()
  return outputs.map((name) => {
    const now = typeof forming === 'number' ? forming : (forming[name] ?? NaN)
    return { name, values: [...(columns[name] ?? []).slice(first), Number.isNaN(now) ? null : now] }
  })
}

describe('a market that stands still, whatever its price,', () => {
  it.each(Object.values(SYSTEM_INDICATORS) as IndicatorDefinition[])('has the stated value of $key', (definition) => {
    const { key, firstValue, settled } = definition
    const isWindow = settled() === firstValue() && !REMEMBERING.includes(key)
    const wrong: string[] = []
    for (const moving of isWindow ? [0, 33] : [0]) {
      for (const price of drawPrices(key.length)) {
        // An average by volume has no value without.
        const volume = key === 'VWMA' || price > 1 ? 7 : 0
        // Volume by volume, that is a sum.
        const bars = market(moving, firstValue() + 20, price, key === 'OBV' ? 0 : volume)
        const allowed = DIFFERENCES.includes(key) ? 100 * DIGITS * Math.max(price, 1) : 0
        for (const { name, values } of valuesOf(definition, bars, moving + firstValue() - 1)) {
          const stated = statedOf(definition, name)
          const wanted = stated === 'volume' ? (bars.volume[0] as number) : stated
          const found = values.find((value) => !isStated(value, wanted, price, allowed))
          if (found !== undefined) wrong.push(`${name} at ${price} after ${moving} moves is ${found}, not ${wanted}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})
