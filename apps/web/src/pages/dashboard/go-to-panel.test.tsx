// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { useDashboard } from '../../entities/panels/dashboard-state.ts'
import { GoToPanel } from './go-to-panel.tsx'
import type { Cell } from '../../entities/panels/layout.ts'
import { lettersOf } from '../../entities/panels/panel-letters.ts'
import { panelShortcuts } from './panel-shortcuts.ts'

const cell = (key: string, view: string, x: number): Cell => ({
  key,
  view,
  opts: {},
  w: 1,
  h: 1,
  places: { 3: { x, y: 0, w: 1, h: 1 } },
})
const CELLS = [
  cell('one', 'price-chart', 0),
  cell('tile', 'price-tile', 1),
  cell('two', 'price-chart', 2),
  cell('book', 'order-book', 3),
]

beforeEach(() => {
  mockApi()
  queryClient.setQueryData(['bootstrap'], { user: null } as never)
  useDashboard.setState({ opened: null })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show() {
  const onKeyDown = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        {CELLS.map(({ key }) => (
          <div key={key} data-cell={key} data-testid={key} tabIndex={-1} onKeyDown={onKeyDown} />
        ))}
        <input aria-label="Quantity" />
        <GoToPanel layout={{ name: 'Mine', config: CELLS, responsive: true }} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return { onKeyDown }
}

const opened = () => useDashboard.getState().opened?.key
const letters = () => screen.queryByRole('status', { name: 'Go to a panel' })?.textContent

const choose = (letters: object) => localStorage.setItem('tradeloom-setting-panel-letters', JSON.stringify(letters))

it('goes to the panel of a letter, and then to the next one of its kind', () => {
  const { onKeyDown } = show()
  fireEvent.keyDown(document.body, { key: 'g' })
  expect(letters()).toBe('C Price chartP Price tileB Order book')
  fireEvent.keyDown(document.body, { key: 'c' })
  expect(opened()).toBe('one')
  expect(letters()).toBeUndefined()
  screen.getByTestId('one').focus()
  fireEvent.keyDown(screen.getByTestId('one'), { key: 'g' })
  onKeyDown.mockClear()
  fireEvent.keyDown(screen.getByTestId('one'), { key: 'c' })
  expect(opened()).toBe('two')
  // The panel has keys of its own.
  expect(onKeyDown).not.toHaveBeenCalled()
})

it('offers no key for a panel without a letter', () => {
  choose({ 'order-book': '' })
  show()
  fireEvent.keyDown(document.body, { key: 'g' })
  expect(letters()).toBe('C Price chartP Price tile')
  fireEvent.keyDown(document.body, { key: 'b' })
  expect(opened()).toBeUndefined()
  const listed = panelShortcuts(lettersOf({ 'order-book': '' })).map(({ does }) => does)
  expect([listed.includes('Go to Price chart'), listed.includes('Go to Order book')]).toEqual([true, false])
})

it('goes by the letters that the user has chosen', () => {
  choose({ 'order-book': 'C', 'price-chart': 'P', 'price-tile': '' })
  show()
  fireEvent.keyDown(document.body, { key: 'g' })
  expect(letters()).toBe('P Price chartC Order book')
  fireEvent.keyDown(document.body, { key: 'c' })
  expect(opened()).toBe('book')
})

it('goes nowhere by another key, in a field, or where letters are switched off', () => {
  show()
  fireEvent.keyDown(document.body, { key: 'g' })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect([letters(), opened()]).toEqual([undefined, undefined])
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'g' })
  expect(letters()).toBeUndefined()
  cleanup()
  localStorage.setItem('tradeloom-setting-letter-keys', 'false')
  queryClient.clear()
  queryClient.setQueryData(['bootstrap'], { user: null } as never)
  show()
  fireEvent.keyDown(document.body, { key: 'g' })
  expect(letters()).toBeUndefined()
})
