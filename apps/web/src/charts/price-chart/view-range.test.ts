import type { ITimeScaleApi, LogicalRange, Time } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { ViewRange } from './view-range.ts'

const MINUTE = 60_000

/** A view of 200 minutes whose time scale only keeps what it is told. */
function viewOf(from: number, to: number) {
  let range = { from, to }
  const scale = {
    getVisibleLogicalRange: () => range,
    setVisibleLogicalRange: (next: { from: number; to: number }) => void (range = next),
  } as unknown as ITimeScaleApi<Time>
  const view = new ViewRange(scale)
  view.setRows(
    Array.from({ length: 200 }, (_, at) => [at * MINUTE, 1, 1, 1, 1, 1]),
    MINUTE,
    false,
  )
  return { view, scale, shown: () => [range.from, range.to] as const }
}

it('never shows fewer than ten bars', () => {
  const { view, shown } = viewOf(100, 120)
  for (let times = 0; times < 5; times++) view.zoom(0.5)
  expect(shown()).toEqual([105, 115])
  view.showSpan({ start: 50 * MINUTE, end: 52 * MINUTE })
  expect(shown()).toEqual([46, 56])
})

it('has the same time in view after bars were added on the left', () => {
  const { view } = viewOf(20.5, 60.25)
  const span = view.span()
  view.setRows(
    Array.from({ length: 500 }, (_, at) => [(at - 300) * MINUTE, 1, 1, 1, 1, 1]),
    MINUTE,
    false,
  )
  view.showSpan(span ?? { start: 0, end: 0 })
  expect(view.span()).toEqual(span)
  expect(view.placeOf(20.5 * MINUTE)).toBe(320.5)
})

it('shows the same bars again after it was hidden, or those that were shown meanwhile', () => {
  const { view, scale, shown } = viewOf(100, 160)
  const lost = { from: -700, to: 160 } as LogicalRange
  const hide = (): void => {
    view.moved({ from: shown()[0], to: shown()[1] } as LogicalRange)
    view.resized(0)
    // What the library makes of a chart without width.
    scale.setVisibleLogicalRange(lost)
    view.moved(lost)
  }
  hide()
  expect(view.span()).toEqual({ start: 100 * MINUTE, end: 160 * MINUTE })
  view.resized(400)
  expect(shown()).toEqual([100, 160])
  hide()
  view.showSpan({ start: 20 * MINUTE, end: 60 * MINUTE })
  view.resized(400)
  expect(shown()).toEqual([20, 60])
})

it('keeps the newest bars in view as more are added, with some space after them', () => {
  const { view, shown } = viewOf(0, 50)
  view.follow()
  expect(shown()).toEqual([156, 206])
  view.follow(100)
  expect(shown()).toEqual([112, 212])
})

it('scrolls only as far as a bar under the crosshair needs it', () => {
  const { view, shown } = viewOf(50, 100)
  view.include(70)
  expect(shown()).toEqual([50, 100])
  view.include(120)
  expect(shown()).toEqual([73, 123])
})

it('keeps at least ten minutes in view while it follows live prices', () => {
  const { view, shown } = viewOf(100, 104)
  view.setRows(
    Array.from({ length: 200 }, (_, at) => [at * 5_000, 1, 1, 1, 1, 1]),
    5_000,
    false,
  )
  view.follow()
  const [from, to] = shown()
  expect(to - from).toBe(120)
  expect(to).toBeGreaterThan(200)
})

it('knows whether the last bar is in view, so that live prices do not move a user who looks at earlier ones', () => {
  const { view } = viewOf(140, 205)
  expect(view.isAtEnd()).toBe(true)
  view.showSpan({ start: 20 * MINUTE, end: 60 * MINUTE })
  expect(view.isAtEnd()).toBe(false)
})

it('shows as many bars at first as its chart has room for or wants', () => {
  const { view, shown } = viewOf(0, 10)
  view.showLast()
  expect(shown()).toEqual([20, 203])
  view.firstBars = 96
  view.showLast()
  expect(shown()).toEqual([104, 203])
  // With live prices it has empty space for the next bars, which takes no bar away.
  view.follow(view.firstWidth())
  expect(shown()[0]).toBeCloseTo(104, 9)
})
