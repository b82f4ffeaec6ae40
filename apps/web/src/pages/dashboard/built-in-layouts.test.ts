import type { MarketInstrument } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { builtInLayouts, shownInstruments } from './built-in-layouts.ts'
import { instrumentOf, optionsOf, readLayout, toStored } from '../../entities/panels/layout.ts'
import { findPanel } from '../../entities/panels/panels.ts'
import { placeCells } from '../../entities/panels/place-cells.ts'

const LAYOUTS = builtInLayouts(shownInstruments([]))

describe.each(LAYOUTS)('$name', (layout) => {
  it('has only panels that there are, with options that they read', () => {
    for (const cell of layout.config) {
      const panel = findPanel(cell.view)
      expect(panel, cell.view).not.toBeNull()
      expect(panel?.readOptions(optionsOf(cell, panel.version)), cell.view).toMatchObject(cell.opts)
    }
  })

  it.each([3, 4, 5, 6, 7])(
    'has a place for each panel in %i columns, within its limits and without holes',
    (columns) => {
      const places = placeCells(layout, columns)
      for (const { key, view, places: own } of layout.config) {
        const place = places.get(key)
        expect(place, view).toEqual(own?.[columns])
        const { min, max } = findPanel(view) ?? {}
        expect(place?.w, view).toBeGreaterThanOrEqual(min?.w ?? 1)
        expect(place?.h, view).toBeGreaterThanOrEqual(min?.h ?? 1)
        expect(place?.w, view).toBeLessThanOrEqual(max?.w ?? columns)
        expect(place?.h, view).toBeLessThanOrEqual(max?.h ?? 9)
      }
      const cells = [...places.values()].reduce((sum, { w, h }) => sum + w * h, 0)
      const rows = Math.max(...[...places.values()].map(({ y, h }) => y + h))
      expect(cells).toBe(rows * columns)
    },
  )

  it('can be stored and read', () => {
    const read = readLayout(JSON.parse(JSON.stringify(toStored(layout))))
    expect(read && toStored(read)).toEqual(toStored(layout))
  })
})

it('shows simulated markets until a venue lists the real ones', () => {
  const listed = (id: string, simulated: boolean, status = 'active') => ({ id, simulated, status }) as MarketInstrument
  const simulated = ['EURUSD', 'GBPUSD', 'USDJPY', 'BTCUSDT', 'ETHUSDT'].flatMap((symbol) => [
    listed(`${symbol}:SIM2`, true),
    listed(`${symbol}:SIM`, true),
  ])
  const [forex, crypto] = builtInLayouts(
    shownInstruments([...simulated, listed('BTCUSDT:BINANCE', false), listed('EURUSD:OLD', false, 'delisted')]),
  ).map(({ config }) => config.filter(({ view }) => view === 'price-tile').map(instrumentOf))
  expect(forex).toEqual(['EURUSD:SIM', 'GBPUSD:SIM', 'USDJPY:SIM', 'EURUSD:SIM2'])
  expect(crypto).toEqual(['BTCUSDT:BINANCE', 'ETHUSDT:SIM', 'BTCUSDT:SIM', 'ETHUSDT:SIM2'])
})
