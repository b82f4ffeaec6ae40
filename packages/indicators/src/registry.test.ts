import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { SYSTEM_INDICATOR_TEXTS } from './catalog-texts.generated.js'
import { type IndicatorKey, SYSTEM_INDICATORS } from './catalog.generated.js'

const all = Object.values(SYSTEM_INDICATORS)

const COMMON_NAMES = `SMA EMA WMA HMA DEMA TEMA KAMA VWMA SMMA T3 ALMA LSMA VIDYA ZLEMA RSI MACD BollingerBands ATR ADX
  Aroon CCI CMF MFI OBV Stochastic WilliamsR TRIX Vortex Donchian Keltner Supertrend ParabolicSAR ROC
  UltimateOscillator Ichimoku TSI Choppiness AwesomeOscillator UlcerIndex VWAP AD PivotPoints Fractals ZigZag
  LinearRegression Correlation ZScore Hurst Doji Hammer Engulfing MorningStar EveningStar`.split(/\s+/)

describe('the registry of system indicators', () => {
  it('contains every script of the folder and every common name', () => {
    const files = readdirSync(join(import.meta.dirname, 'catalog'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.js'),
    )
    expect(all).toHaveLength(files.length)
    expect(Object.keys(SYSTEM_INDICATOR_TEXTS)).toEqual(Object.keys(SYSTEM_INDICATORS))
    expect(all.length).toBeGreaterThanOrEqual(80)
    expect(COMMON_NAMES.filter((key) => !(key in SYSTEM_INDICATORS))).toEqual([])
  })

  it.each(all)('$key states its name, pane, source and colors', (definition) => {
    const { outputs, parameters } = definition
    const key = definition.key as IndicatorKey
    const { name, description, reference, colors, source } = SYSTEM_INDICATOR_TEXTS[key]
    expect(SYSTEM_INDICATORS[key]).toBe(definition)
    expect(name.length).toBeGreaterThan(3)
    expect(description).toMatch(/[.]$/)
    expect(reference).toMatch(/[.]$/)
    expect(new Set(outputs).size).toBe(outputs.length)
    expect(colors).toHaveLength(outputs.length)
    for (const color of colors) expect(color).toMatch(/^#[0-9a-f]{6}$/)
    for (const { defaultValue, isWhole, minimum } of parameters) {
      expect(defaultValue).toBeGreaterThan(0)
      if (isWhole) expect(Number.isInteger(defaultValue) && defaultValue >= minimum).toBe(true)
    }
    expect(source).toContain(`// ${name}\n`)
    expect(definition.factory.toString()).not.toContain('//')
  })
})
