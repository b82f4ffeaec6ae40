import { expect, it } from 'vitest'
import { addCell, arrange } from './edit-layout.ts'
import type { Layout } from './layout.ts'
import { cellOf, layoutOf } from './layouts.fixture.ts'
import { inReadingOrder, neededColumns, placeCells } from './place-cells.ts'

/** The grid as a picture: one letter for each panel, row after row. */
function pictureOf(layout: Layout, columns: number): string {
  const rows: string[][] = []
  for (const [index, { key }] of layout.config.entries()) {
    const { x = 0, y = 0, w = 0, h = 0 } = placeCells(layout, columns).get(key) ?? {}
    for (let row = y; row < y + h; row++) {
      rows[row] ??= Array.from({ length: columns }, () => '.')
      for (let column = x; column < x + w; column++) {
        expect(rows[row]?.[column], `${column}, ${row}`).toBe('.')
        ;(rows[row] ?? [])[column] = 'abcdefgh'.charAt(index)
      }
    }
  }
  return rows.map((row) => row.join('')).join(' ')
}

const LAYOUT = layoutOf('Mine', [
  cellOf('list', 1, 4),
  cellOf('chart', 3, 2),
  cellOf('tile', 1, 1),
  cellOf('table', 5, 2),
])

it('gives a panel that is wider than the columns all of them', () => {
  expect(pictureOf(LAYOUT, 3)).toBe('ac. a.. a.. a.. bbb bbb ddd ddd')
})

it('packs from the top left into the columns that there are, holes first', () => {
  expect(pictureOf(LAYOUT, 4)).toBe('abbb abbb ac.. a... dddd dddd')
  expect(pictureOf(LAYOUT, 5)).toBe('abbbc abbb. a.... a.... ddddd ddddd')
  expect(pictureOf(LAYOUT, 7)).toBe('abbbc.. abbb... addddd. addddd.')
})

it('keeps what was put by hand for its own number of columns, and packs the others from the widest', () => {
  const [a, b] = [cellOf('a', 1, 1), cellOf('b', 1, 1)]
  const plain = layoutOf('Mine', [a, b])
  const wide = arrange(
    plain,
    7,
    new Map([
      [a.key, { x: 6, y: 0, w: 1, h: 1 }],
      [b.key, { x: 3, y: 0, w: 1, h: 2 }],
    ]),
  )
  // In reading order, and with the size it got.
  expect(wide.config.map(({ view, h }) => [view, h])).toEqual([
    ['b', 2],
    ['a', 1],
  ])
  expect(pictureOf(wide, 7)).toBe('...a..b ...a...')
  expect(pictureOf(wide, 4)).toBe('ab.. a...')
  const both = arrange(
    wide,
    4,
    new Map([
      [a.key, { x: 0, y: 0, w: 1, h: 1 }],
      [b.key, { x: 2, y: 0, w: 2, h: 1 }],
    ]),
  )
  expect(pictureOf(both, 4)).toBe('b.aa')
  expect(pictureOf(both, 7)).toBe('...a..b ...a...')
  expect(pictureOf(both, 3)).toBe('ab. a..')
})

it('puts a panel that is added into the first hole, at every number of columns', () => {
  const layout = layoutOf('Mine', [cellOf('a', 3, 1, { 5: { x: 0, y: 0, w: 3, h: 1 } })])
  const added = addCell(layout, { view: 'b', opts: {}, w: 2, h: 1 })?.layout ?? layout
  expect(pictureOf(added, 5)).toBe('aaabb')
  expect(pictureOf(added, 3)).toBe('aaa bb.')
})

it('does not believe stored places that overlap or lie outside', () => {
  const place = { x: 0, y: 0, w: 2, h: 1 }
  const layout = layoutOf('Mine', [
    cellOf('a', 2, 1, { 3: place }),
    cellOf('b', 2, 1, { 3: place }),
    cellOf('c', 1, 1, { 3: { x: 3, y: 0, w: 1, h: 1 } }),
  ])
  expect(pictureOf(layout, 3)).toBe('aac bb.')
})

it('shows a layout that does not fit itself as it was put, also in more columns', () => {
  const layout = layoutOf('Mine', [cellOf('a', 1, 1, { 5: { x: 4, y: 0, w: 1, h: 1 } })], false)
  expect(neededColumns(layout)).toBe(5)
  expect(pictureOf(layout, 7)).toBe('....a..')
  const moved = arrange(layout, 7, new Map([[layout.config[0]?.key ?? '', { x: 6, y: 0, w: 1, h: 1 }]]))
  expect(neededColumns(moved)).toBe(7)
})

it('reads from the top left', () => {
  const layout = [
    cellOf('right', 1, 1, { 3: { x: 2, y: 0, w: 1, h: 1 } }),
    cellOf('new', 1, 1),
    cellOf('below', 1, 1, { 3: { x: 0, y: 1, w: 1, h: 1 } }),
    cellOf('left', 1, 1, { 3: { x: 0, y: 0, w: 1, h: 1 } }),
  ]
  expect(inReadingOrder(layout).map(({ view }) => view)).toEqual(['left', 'right', 'below', 'new'])
})
