import { navigation } from '@tradeloom/documentation'
import { describe, expect, it } from 'vitest'
import { placeOf } from '../../entities/documentation/documentation-queries.ts'
import { searchDocumentation } from './search-documentation.ts'

const contents = { version: '1', ...navigation() }
const found = (text: string): string[] => searchDocumentation(contents, text).map(({ path }) => path)

describe('searchDocumentation', () => {
  it('ranks exact names first, then prefixes, then words in names, then descriptions', () => {
    expect(found('RSI').slice(0, 3)).toEqual(['indicators.RSI', 'indicators.ConnorsRSI', 'indicators.StochasticRSI'])
    expect(found('rsi')).not.toContain('indicators.Ichimoku')
    expect(found('bar')[0]).toBe('bar')
    expect(found('bars')[0]).toBe('bars')
    expect(found('buy')[0]).toBe('buy')
    expect(
      found('stop')
        .slice(0, 2)
        .every((path) => /\.stop/.test(path)),
    ).toBe(true)
    expect(found('macd')[0]).toBe('indicators.MACD')
    expect(found('Bar.close')[0]).toBe('Bar.close')
    expect(found('slippage')[0]).toMatch(/Slippage/)
  })

  it('searches descriptions and keywords, and finds nothing for an empty or unknown text', () => {
    expect(found('Wilder').length).toBeGreaterThan(3)
    expect(found('no such thing')).toEqual([])
    expect(found(' ')).toEqual([])
    expect(found('(')).toBeInstanceOf(Array)
  })
})

describe('placeOf', () => {
  it('finds the page of a name, and the part of a member', () => {
    expect(placeOf(contents, 'buy')).toEqual({ slug: 'buy', id: null })
    expect(placeOf(contents, 'indicators.RSI')).toEqual({ slug: 'indicator-rsi', id: null })
    expect(placeOf(contents, 'Bar.close')).toEqual({ slug: 'type-bar', id: 'close' })
    expect(placeOf(contents, 'nothing')).toBeNull()
  })
})
