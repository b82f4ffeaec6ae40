import { expect, it } from 'vitest'
import type { Place } from '../../entities/panels/layout.ts'
import { readPicture } from './layout-picture.ts'
import { movePanel, sizePanel } from './move-panel.ts'
import type { Places } from '../../entities/panels/place-cells.ts'

/** Letters of panels, row after row. */
const COLUMNS = 5
const BEGIN = readPicture('ABBBC ABBBD PPPPP')

function pictureOf(places: Places | null): string | null {
  if (places === null) return null
  const all = [...places]
  const rows = Math.max(...all.map(([, { y, h }]) => y + h))
  const at = (x: number, y: number): string => all.find(([, place]) => isIn(place, x, y))?.[0] ?? '.'
  const range = (length: number): number[] => [...Array.from({ length }).keys()]
  return range(rows)
    .map((y) =>
      range(COLUMNS)
        .map((x) => at(x, y))
        .join(''),
    )
    .join(' ')
}

const isIn = ({ x, y, w, h }: Place, column: number, row: number): boolean =>
  column >= x && column < x + w && row >= y && row < y + h

const move = (key: string, direction: 'left' | 'right' | 'up' | 'down', places: Places = BEGIN) =>
  pictureOf(movePanel({ places, key, columns: COLUMNS }, direction))

it('moves a panel past its neighbors, which make room', () => {
  expect(move('D', 'up')).toBe('ABBBD ABBBC PPPPP')
  expect(move('C', 'down')).toBe('ABBBD ABBBC PPPPP')
  expect(move('B', 'left')?.split(' ')[0]).toMatch(/^BBB/)
  expect(move('C', 'left')?.split(' ')[0]).toMatch(/^A?.*C[^C]/)
})

it('moves below a bigger panel, although all panels rise', () => {
  expect(move('B', 'down')).toBe('A...C A...D PPPPP .BBB. .BBB.')
})

it.each([
  ['A', 'left'],
  ['C', 'right'],
  ['P', 'right'],
  ['C', 'up'],
] as const)('does not move %s %s out of the grid', (key, direction) => {
  expect(move(key, direction)).toBeNull()
})

const size = (key: string, direction: 'left' | 'right' | 'up' | 'down', limits = {}) =>
  pictureOf(sizePanel({ places: BEGIN, key, columns: COLUMNS }, direction, limits))

it('sizes a panel by a cell, and the panels below it follow', () => {
  expect(size('B', 'left')).toBe('ABB.C ABB.D PPPPP')
  expect(size('P', 'down')).toBe('ABBBC ABBBD PPPPP PPPPP')
  // At the right edge it grows to the left.
  expect(size('D', 'right')).toContain('DD')
})

it('respects the limits of a panel and of the grid', () => {
  expect(size('B', 'up', { min: { h: 2 } })).toBeNull()
  expect(size('C', 'down', { max: { h: 1 } })).toBeNull()
  expect(size('C', 'right', { max: { w: 1 } })).toBeNull()
  expect(size('P', 'right')).toBeNull()
  expect(size('C', 'left')).toBeNull()
  // Five columns of least width in a grid of five.
  expect(size('P', 'left', { min: { w: 6 } })).toBeNull()
})
