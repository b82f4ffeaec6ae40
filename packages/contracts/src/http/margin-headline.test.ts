import { describe, expect, it } from 'vitest'

import { marginFigures } from './margin-figures.ts'
import { isMarginSevere, marginExtent, marginHeadline } from './margin-headline.ts'

const quiet = {
  outOfMarginSince: null,
  marginRejections: 0,
  positionCount: 15,
  marginCalls: 0,
  closeouts: 0,
  allMarginRejections: 0,
  usedMargin: 0,
  maxUsedMargin: 9995,
  maxCloseoutPercent: 49.975,
  leverage: 20,
  lowestLeverage: 20,
}
const since = Date.UTC(2026, 6, 24, 10)

describe('the headline about margin', () => {
  it.each([
    [{ marginCalls: 343 }, '343 margin calls', false],
    [{ marginCalls: 1, allMarginRejections: 1_200 }, '1 margin call; 1,200 orders rejected for lack of margin', false],
    [{ allMarginRejections: 1 }, '1 order rejected for lack of margin', false],
    [{ marginCalls: 2, closeouts: 3 }, '2 margin calls; the broker closed 3 positions for lack of margin', true],
    [{ closeouts: 1 }, 'The broker closed 1 position for lack of margin', true],
    [
      { outOfMarginSince: since, marginCalls: 1, closeouts: 1 },
      'Ran out of margin on 2026-07-24; the broker closed the last position; no positions since; 1 margin call',
      true,
    ],
    [
      { outOfMarginSince: since, marginRejections: 212, marginCalls: 4, closeouts: 2, allMarginRejections: 212 },
      'Ran out of margin on 2026-07-24; 212 orders rejected; no positions since; 4 margin calls; the broker closed 2 positions for lack of margin',
      true,
    ],
    [
      { outOfMarginSince: since, marginRejections: 3, allMarginRejections: 10 },
      'Ran out of margin on 2026-07-24; 3 orders rejected; no positions since; 10 orders rejected for lack of margin',
      true,
    ],
    [
      { positionCount: 0, marginRejections: 7, allMarginRejections: 7 },
      'Not enough margin for any order; 7 orders rejected; no positions',
      true,
    ],
  ])('tells what margin has decided: %j', (statistics, text, isSevere) => {
    const all = { ...quiet, ...statistics }
    expect(marginHeadline(all)).toBe(text)
    expect(isMarginSevere(all)).toBe(isSevere)
  })

  it('is missing where margin has decided nothing, and for results that do not tell', () => {
    expect(marginHeadline(quiet)).toBeNull()
    expect(marginHeadline({})).toBeNull()
    expect(marginHeadline(null)).toBeNull()
    expect(marginExtent({}, 'USD')).toBeNull()
  })

  it('has a second sentence about how far margin was used', () => {
    expect(marginExtent(quiet, 'USD')).toBe(
      'Used margin reached 9,995.00 USD and the closeout percent 49.98%, at a leverage of 20:1.',
    )
    expect(marginExtent({ ...quiet, maxCloseoutPercent: null, leverage: null }, 'EUR')).toBe(
      'Used margin reached 9,995.00 EUR with no equity left.',
    )
  })
})

describe('the figures about margin', () => {
  const texts = (statistics: Parameters<typeof marginFigures>[0]) =>
    Object.fromEntries((marginFigures(statistics) ?? []).map(({ key, text }) => [key, text]))

  it('are texts of the statistics', () => {
    expect(texts(quiet)).toEqual({
      leverage: '20:1',
      maxUsedMargin: '9,995.00',
      usedMargin: '0.00',
      maxCloseoutPercent: '49.98%',
      marginCalls: '0',
      closeouts: '0',
      allMarginRejections: '0',
    })
  })

  it('say what a missing value means', () => {
    const without = { ...quiet, leverage: null, lowestLeverage: null, maxCloseoutPercent: null }
    expect(texts(without)).toMatchObject({ leverage: 'no margin needed', maxCloseoutPercent: 'no equity left' })
    expect(texts({ ...quiet, leverage: 100, lowestLeverage: 20 })['leverage']).toBe('100:1 to 20:1')
  })

  it('are not recorded in results of earlier engines', () => {
    expect(marginFigures({ positionCount: 3, marginRejections: 0 })).toBeNull()
    expect(marginFigures(null)).toBeNull()
  })
})
