import { describe, expect, it } from 'vitest'
import { CHOSEN_INSTRUMENTS, withChosen } from './chosen-instruments.ts'
import { instrumentOf, type Layout, readLayout, toStored } from './layout.ts'
import { linkedInstruments, withLinked } from './linked-panels.ts'

const cell = (view: string, instrumentId: string | null, group?: string, others: object = {}) => ({
  view,
  opts: instrumentId === null ? {} : { instrumentId },
  w: 1,
  h: 1,
  ...(group !== undefined && { group }),
  ...others,
})
const layoutOf = (...config: object[]): Layout => readLayout({ name: 'Mine', config, responsive: true })!
const shown = ({ config }: Layout) => config.map(instrumentOf)
const anything = () => true

describe('panels of a group', () => {
  const layout = layoutOf(
    cell('instruments', null, 'A'),
    cell('price-chart', 'EURUSD:SIM', 'A'),
    cell('ticker', 'GBPUSD:SIM', 'A'),
    cell('ticker', 'USDJPY:SIM', 'B'),
    cell('price-tile', 'ETHUSDT:SIM'),
  )

  it('show the instrument of the first one until another is chosen, and no other panel does', () => {
    const linked = linkedInstruments(layout, {}, anything)
    expect(linked).toEqual({ A: 'EURUSD:SIM', B: 'USDJPY:SIM' })
    expect(shown(withLinked(layout, linked))).toEqual([
      undefined,
      'EURUSD:SIM',
      'EURUSD:SIM',
      'USDJPY:SIM',
      'ETHUSDT:SIM',
    ])
    const chosen = withLinked(layout, linkedInstruments(layout, { A: 'BTCUSDT:SIM' }, anything))
    expect(shown(chosen)).toEqual([undefined, 'BTCUSDT:SIM', 'BTCUSDT:SIM', 'USDJPY:SIM', 'ETHUSDT:SIM'])
  })

  it('show what they were opened with where the chosen instrument is listed no more', () => {
    expect(linkedInstruments(layout, { A: 'GONE:SIM' }, (id) => id !== 'GONE:SIM').A).toBe('EURUSD:SIM')
  })

  it('show it although their user has set an instrument before', () => {
    const settings = { version: 1, values: { instrumentId: 'GBPUSD:SIM', interval: 'H1' } }
    const set = layoutOf(cell('price-chart', 'EURUSD:SIM', 'C', { settings }))
    const [chart] = withLinked(set, { C: 'USDJPY:SIM' }).config
    expect(chart).toMatchObject({ settings: { values: { instrumentId: 'USDJPY:SIM', interval: 'H1' } } })
  })
})

it('a stored layout keeps its groups, and a panel of a group that there is not stands alone', () => {
  const stored = layoutOf(
    cell('ticker', 'EURUSD:SIM', 'B'),
    cell('ticker', 'EURUSD:SIM', 'D'),
    cell('ticker', 'EURUSD:SIM'),
  )
  expect(stored.config.map(({ group }) => group)).toEqual(['B', undefined, undefined])
  expect(JSON.parse(JSON.stringify(toStored(stored)))).toMatchObject({ config: [{ group: 'B' }, {}, {}] })
})

describe('choices of instruments', () => {
  it('are kept for each layout, and those made longest ago are forgotten', () => {
    let chosen = {}
    for (let count = 1; count <= 40; count++) chosen = withChosen(chosen, `Default ${count}`, { A: 'EURUSD:SIM' })
    chosen = withChosen(chosen, 'Default 40', { B: 'GBPUSD:SIM' })
    expect(Object.keys(chosen)).toHaveLength(30)
    expect(chosen).toMatchObject({ 'Default 11': {}, 'Default 40': { A: 'EURUSD:SIM', B: 'GBPUSD:SIM' } })
  })

  it('that are damaged cost nothing but themselves', () => {
    const stored = { Mine: { A: 'EURUSD:SIM' }, Other: { A: 7 }, Third: { D: 'EURUSD:SIM' } }
    expect(CHOSEN_INSTRUMENTS.schema.parse(stored)).toEqual({ Mine: { A: 'EURUSD:SIM' }, Other: {}, Third: {} })
  })
})
