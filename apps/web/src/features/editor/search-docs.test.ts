import { describe, expect, it } from 'vitest'
import { analyzeScript } from '@tradeloom/script'
import { apiTypings } from './api-typings.ts'
import { parseTypings } from './parse-typings.ts'
import { docEntries, exampleOf, searchDocs } from './search-docs.ts'

const entries = docEntries(parseTypings(apiTypings))
const found = (text: string): string[] => searchDocs(entries, text).map(({ path }) => path)

describe('searchDocs', () => {
  it('ranks exact names first, then prefixes, then words in names, then descriptions', () => {
    expect(found('RSI').slice(0, 3)).toEqual(['indicators.RSI', 'indicators.ConnorsRSI', 'indicators.StochasticRSI'])
    expect(found('rsi').indexOf('indicators.Ichimoku')).toBe(-1)
    expect(found('bar')[0]).toBe('bar')
    expect(found('bars')[0]).toBe('bars')
    expect(found('buy')[0]).toBe('buy')
    expect(
      found('stop')
        .slice(0, 2)
        .every((path) => /\.stop/.test(path)),
    ).toBe(true)
    expect(found('macd')[0]).toBe('indicators.MACD')
  })

  it('searches descriptions, and finds nothing for an empty or unknown text', () => {
    expect(found('Wilder').length).toBeGreaterThan(3)
    expect(found('no such thing')).toEqual([])
    expect(found(' ')).toEqual([])
    expect(found('(')).toBeInstanceOf(Array)
  })
})

describe('exampleOf', () => {
  it('gives an example with defaults for indicators', () => {
    const example = (path: string) => exampleOf(entries.find((entry) => entry.path === path)!)
    expect(example('indicators.RSI')).toBe('const rsi = indicators.RSI(runInterval, 14)')
    expect(example('indicators.MACD')).toBe('const macd = indicators.MACD(runInterval, 12, 26, 9)')
    expect(example('indicators.ALMA')).toBe('const alma = indicators.ALMA(runInterval, 9, 0.85, 6)')
  })

  it('gives scripts without errors', () => {
    const examples = entries.flatMap((entry) => exampleOf(entry) ?? [])
    expect(examples.length).toBeGreaterThan(150)
    for (const example of examples) {
      const isWhole = /function on/.test(example)
      const { errors } = analyzeScript(
        isWhole ? example : `let fast = 1, slow = 2\nfunction onIntervalClose(bar) {\n${example}\n}`,
        example.includes('kit.') ? 'indicator' : 'algorithm',
      )
      expect(errors, example).toEqual([])
    }
  })
})
