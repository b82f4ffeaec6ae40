// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LevelSurface, listenToLevels } from './level-drag.ts'
import type { PriceLevel } from './price-look.ts'

const onDrop = vi.fn<(price: number) => void>()
const STOP: PriceLevel = { price: 60, title: 'Stop', tone: 'loss', drag: { id: 'stop', titleAt: String, onDrop } }
const ENTRY: PriceLevel = { price: 80, title: 'Long', tone: 'neutral' }
const show = vi.fn<LevelSurface['show']>()

let container: HTMLElement
let stopListening: () => void
let isBusy = false
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  // A pixel is a unit of price.
  stopListening = listenToLevels(container, {
    levels: () => [STOP, ENTRY],
    isBusy: () => isBusy,
    isOnPane: ({ x }) => x < 500,
    heightOf: (price) => 100 - price,
    priceAt: (y) => 100 - y,
    show,
  })
})
afterEach(() => {
  stopListening()
  container.remove()
  isBusy = false
  vi.clearAllMocks()
})

function point(type: string, clientY: number, target: EventTarget = document, clientX = 10): void {
  const event = new MouseEvent(type, { clientX, clientY, button: 0, bubbles: true, cancelable: true })
  Object.defineProperties(event, { isPrimary: { value: true }, pointerType: { value: 'mouse' } })
  target.dispatchEvent(event)
}

it('a line that is dropped elsewhere says where, and is shown where it was until that is confirmed', () => {
  point('pointerdown', 42, container)
  point('pointermove', 50)
  expect(show).toHaveBeenLastCalledWith(STOP, 50)
  point('pointerup', 50)
  expect(show).toHaveBeenLastCalledWith(STOP, null)
  expect(onDrop.mock.calls).toEqual([[50]])
})

it('Escape gives a drag up, and a press without a move is none', () => {
  point('pointerdown', 40, container)
  point('pointermove', 50)
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect(show).toHaveBeenLastCalledWith(STOP, null)
  point('pointerup', 50)
  point('pointerdown', 40, container)
  point('pointermove', 41)
  point('pointerup', 41)
  expect(onDrop).not.toHaveBeenCalled()
})

it('a drag keeps the chart in its place, and other presses are left to the chart', () => {
  const chart = container.appendChild(document.createElement('canvas'))
  const scroll = vi.fn<() => void>()
  chart.addEventListener('mousedown', scroll)
  point('pointerdown', 40, chart)
  point('mousedown', 40, chart)
  expect(scroll).not.toHaveBeenCalled()
  point('pointerup', 40)
  // The entry is no line to move; the last press is on the axis; then something is drawn.
  for (const [y, x] of [
    [20, 10],
    [70, 10],
    [40, 600],
  ] as const) {
    point('pointerdown', y, chart, x)
    point('mousedown', y, chart, x)
    point('pointerup', y)
  }
  isBusy = true
  point('pointerdown', 40, chart)
  point('mousedown', 40, chart)
  expect(scroll).toHaveBeenCalledTimes(4)
})
