import type { Drawing } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import type { DrawnFigure } from './drawings-primitive.ts'
import type { DrawingSurface } from './drawing-surface.ts'
import { DrawingsLayer } from './drawings-layer.ts'
import type { DrawingTool } from './drawing-tools.ts'

/** A pane whose times and prices are its pixels. */
function chart(...existing: Drawing[]) {
  const state = {
    items: existing as readonly Drawing[],
    selected: null as string | null,
    tool: null as DrawingTool | null,
    shown: [] as readonly DrawnFigure[],
    cursor: { time: 0, price: 0 },
  }
  const surface: DrawingSurface = {
    precision: 0,
    size: () => ({ width: 400, height: 300 }),
    pointAt: ({ x, y }) => ({ time: x, price: y }),
    locate: ({ time, price }) => ({ x: time, y: price }),
    moved: (point, from, to) => ({ time: point.time + to.x - from.x, price: point.price + to.y - from.y }),
    cursor: () => state.cursor,
    barsBetween: (from, to) => to.time - from.time,
    show: (figures) => {
      state.shown = figures
    },
  }
  const layer = new DrawingsLayer(surface)
  let count = 0
  const select = (id: string | null): void => {
    state.selected = id
    layer.setItems(state.items, id)
  }
  const use = (tool: DrawingTool | null): void => {
    state.tool = tool
    layer.setTool(tool, '#1fa871')
  }
  layer.connect({
    onChange: (items) => {
      state.items = items
      layer.setItems(items, state.selected)
    },
    onSelect: select,
    onToolDone: () => use(null),
    newId: () => `new${++count}`,
  })
  select(null)
  const click = (x: number, y: number): void => {
    layer.move({ x, y })
    layer.press({ x, y })
    layer.release({ x, y })
  }
  const drag = (from: readonly [number, number], to: readonly [number, number]): void => {
    layer.press({ x: from[0], y: from[1] })
    layer.move({ x: to[0], y: to[1] })
    layer.release({ x: to[0], y: to[1] })
  }
  return { state, layer, use, click, drag }
}

const at = (...points: readonly (readonly [number, number])[]): Drawing['points'] =>
  points.map(([time, price]) => ({ time, price }))
const line: Drawing = { id: 'line', kind: 'trend', points: at([100, 100], [200, 150]), color: '#4c8dff' }
const box: Drawing = { id: 'box', kind: 'rectangle', points: at([50, 50], [150, 125]), color: '#4c8dff' }

it('draws a trend line with two clicks, selects it and puts the tool away', () => {
  const { state, use, click } = chart()
  use('trend')
  click(10, 20)
  expect(state.items).toEqual([])
  click(90, 60)
  expect(state.items).toEqual([{ id: 'new1', kind: 'trend', points: at([10, 20], [90, 60]), color: '#1fa871' }])
  expect(state).toMatchObject({ selected: 'new1', tool: null })
})

it('draws a rectangle by pressing and pulling', () => {
  const { state, use, drag } = chart()
  use('rectangle')
  drag([10, 20], [90, 60])
  expect(state.items).toMatchObject([{ kind: 'rectangle', points: at([10, 20], [90, 60]) }])
})

it('draws a horizontal line and a text with one click, where the pointer is let go', () => {
  const { state, use, click, drag } = chart()
  use('horizontal')
  drag([10, 20], [10, 40])
  use('text')
  click(200, 200)
  expect(state.items).toMatchObject([
    { kind: 'horizontal', points: at([10, 40]) },
    { kind: 'text', points: at([200, 200]), text: 'Text' },
  ])
})

it('shows a measurement until the next press, and keeps none', () => {
  const { state, layer, use, click } = chart()
  use('measure')
  click(10, 200)
  click(40, 250)
  expect(state.shown).toMatchObject([{ label: ['+50 (+25.00 %)', '30 bars, 0 min'] }])
  layer.press({ x: 300, y: 20 })
  expect(state.shown.map(({ figure }) => figure.points[0]?.time)).toEqual([300])
  expect(state.items).toEqual([])
})

it('moves a drawing as a whole, and the selected one by its points too', () => {
  const { state, drag } = chart(line)
  drag([200, 150], [210, 170])
  expect(state).toMatchObject({ selected: 'line', items: [{ points: at([110, 120], [210, 170]) }] })
  drag([210, 170], [250, 90])
  expect(state.items).toMatchObject([{ points: at([110, 120], [250, 90]) }])
})

it('leaves a drawing where it is when it is only clicked, and drops the selection on an empty place', () => {
  const { state, layer, click, drag } = chart(line)
  drag([150, 125], [152, 126])
  expect(state.items).toEqual([line])
  expect(state.selected).toBe('line')
  expect(layer.press({ x: 350, y: 20 }), 'the chart may scroll').toBe(false)
  click(350, 20)
  expect(state.selected).toBeNull()
})

it('takes hold of the newest of two drawings, but of the selected one first', () => {
  const { state, click } = chart(line, box)
  click(150, 125)
  expect(state.selected).toBe('box')
  click(200, 150)
  expect(state.selected).toBe('line')
  click(150, 125)
  expect(state.selected).toBe('line')
})

it('deletes the selected drawing only', () => {
  const { state, layer, click } = chart(line, box)
  expect(layer.remove()).toBe(false)
  click(200, 150)
  expect(layer.remove()).toBe(true)
  expect(state).toMatchObject({ items: [box], selected: null })
})

it('gives up the figure under way, then the tool, then the selection', () => {
  const { state, layer, use, click } = chart(line)
  click(150, 125)
  use('ray')
  click(10, 20)
  expect(state.shown).toHaveLength(2)
  expect(layer.cancel()).toBe(true)
  expect(state.shown).toHaveLength(1)
  expect(layer.cancel()).toBe(true)
  expect(state).toMatchObject({ tool: null, selected: 'line' })
  expect(layer.cancel()).toBe(true)
  expect(state.selected).toBeNull()
  expect(layer.cancel()).toBe(false)
})

it('draws with the keyboard, from the crosshair', () => {
  const { state, layer, use } = chart()
  expect(layer.pressEnter()).toBe(false)
  use('fibonacci')
  state.cursor = { time: 10, price: 20 }
  layer.pressEnter()
  state.cursor = { time: 60, price: 90 }
  layer.pressEnter()
  use('horizontal')
  layer.pressEnter()
  expect(state.items).toMatchObject([
    { kind: 'fibonacci', points: at([10, 20], [60, 90]) },
    { kind: 'horizontal', points: at([60, 90]) },
  ])
})
