import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NOTHING } from './format.ts'
import type { Column } from './table-column.ts'
import { DataTable } from './data-table.tsx'

interface Fruit {
  readonly id: string
}

const ROWS: Fruit[] = [{ id: 'apple' }, { id: 'pear' }, { id: 'plum' }]
const cell = vi.fn(({ id }: Fruit) => id)
const COLUMNS = [{ id: 'name', header: 'Name', width: 80, value: ({ id }: Fruit) => id, cell }]

function Fruits({ onRow }: { readonly onRow: (row: Fruit) => void }): ReactElement {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return (
    <DataTable
      label="Fruits"
      columns={COLUMNS}
      rows={ROWS}
      rowKey={({ id }) => id}
      onRow={(row) => onRow(row)}
      selection={{ selected, onChange: setSelected, nameOf: ({ id }) => id }}
    />
  )
}

// Only rows in view exist, and jsdom has no layout.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(560)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
})
afterEach(() => vi.restoreAllMocks())

it('renders only the row again that was selected', () => {
  render(<Fruits onRow={() => {}} />)
  cell.mockClear()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select pear' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select pear' }).checked).toBe(true)
  expect(cell.mock.calls.map(([row]) => row.id)).toEqual(['pear'])
})

function isSelected(name: string): boolean {
  return screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` }).checked
}

it('selects all rows between two with Shift, as they are sorted, and forgets the first when none is selected', () => {
  render(<Fruits onRow={() => {}} />)
  const click = (name: string, shiftKey: boolean): boolean =>
    fireEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }), { shiftKey })
  const selected = (): string[] => ROWS.map(({ id }) => id).filter(isSelected)
  click('plum', false)
  click('apple', true)
  expect(selected()).toEqual(['apple', 'pear', 'plum'])
  click('pear', true)
  expect(selected()).toEqual(['plum'])
  click('plum', false)
  click('apple', true)
  expect(selected()).toEqual(['apple'])
})

it('is sorted from outside, ignores columns that there are not, and tells what a click on a header wants', () => {
  const onSort = vi.fn()
  const sort = [
    { id: 'gone', desc: false },
    { id: 'name', desc: true },
  ]
  render(<DataTable label="Fruits" columns={COLUMNS} rows={ROWS} rowKey={({ id }) => id} sort={sort} onSort={onSort} />)
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['plum', 'pear', 'apple'])
  expect(screen.getByRole('columnheader').getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(screen.getByRole('button', { name: /^Name/ }))
  expect(onSort.mock.calls).toEqual([[[]]])
})

it('opens a row with the function of the latest rendering, and not by a click on its checkbox', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const { rerender } = render(<Fruits onRow={first} />)
  rerender(<Fruits onRow={second} />)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select plum' }))
  fireEvent.click(screen.getByRole('cell', { name: 'plum' }))
  expect(first).not.toHaveBeenCalled()
  expect(second.mock.calls).toEqual([[{ id: 'plum' }]])
})

it('shows cards on narrow screens, pinned rows first, without facts that a row does not have', () => {
  const wide = globalThis.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({ ...wide(query), matches: query.includes('767px') }))
  const columns: Column<Fruit>[] = [
    { id: 'name', header: 'Name', width: 80, card: 'title', cell: ({ id }) => id },
    { id: 'price', header: 'Price', width: 80, isNumber: true, card: 'lead', cell: () => '1.20' },
    { id: 'color', header: 'Color', width: 80, cell: ({ id }) => (id === 'plum' ? 'blue' : NOTHING) },
    { id: 'eat', header: '', width: 40, card: 'action', cell: ({ id }) => <button type="button">Eat {id}</button> },
  ]
  try {
    const { container } = render(
      <DataTable
        label="Fruits"
        columns={columns}
        rows={ROWS}
        rowKey={({ id }) => id}
        isPinned={({ id }) => id === 'plum'}
        hasCards
      />,
    )
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'plum1.20PriceEat plumColorblue',
      'apple1.20PriceEat apple',
      'pear1.20PriceEat pear',
    ])
    expect(container.querySelectorAll('dt')).toHaveLength(1)
  } finally {
    vi.unstubAllGlobals()
  }
})
