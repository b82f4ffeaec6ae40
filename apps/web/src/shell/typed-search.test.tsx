import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { mockApi } from '../testing/mock-api.ts'
import { closePalette, takeTyped, usePalette } from './palette-state.ts'
import { TypedSearch } from './typed-search.tsx'

function Desk({ isOpen }: { readonly isOpen: boolean }): ReactElement {
  return (
    <main data-testid="page">
      <TypedSearch isOpen={isOpen} />
      <section>
        <input aria-label="Quantity" />
      </section>
      <section data-testid="panel" tabIndex={-1} />
    </main>
  )
}

function open(isOnDesk = true): void {
  mockApi()
  queryClient.setQueryData(['bootstrap'], { user: null })
  render(
    <QueryClientProvider client={queryClient}>
      <Desk isOpen={isOnDesk} />
    </QueryClientProvider>,
  )
}

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  closePalette()
  localStorage.clear()
})

it('searches for what is typed', () => {
  open()
  fireEvent.keyDown(screen.getByTestId('page'), { key: 'b' })
  expect(usePalette.getState().isOpen).toBe(true)
  fireEvent.keyDown(screen.getByTestId('page'), { key: 't' })
  expect(takeTyped()).toBe('bt')
})

it('leaves keys alone that are for a field or a panel, and combinations', () => {
  open()
  fireEvent.keyDown(screen.getByLabelText('Quantity'), { key: 'b' })
  fireEvent.keyDown(screen.getByTestId('panel'), { key: 'b' })
  fireEvent.keyDown(screen.getByTestId('page'), { key: 'b', ctrlKey: true })
  fireEvent.keyDown(screen.getByTestId('page'), { key: 'Enter' })
  expect(usePalette.getState().isOpen).toBe(false)
})

it('is off on other pages, and where letters alone are switched off', () => {
  open(false)
  fireEvent.keyDown(screen.getByTestId('page'), { key: 'b' })
  cleanup()
  queryClient.clear()
  localStorage.setItem('tradeloom-setting-letter-keys', 'false')
  open()
  fireEvent.keyDown(screen.getByTestId('page'), { key: 'b' })
  expect(usePalette.getState().isOpen).toBe(false)
})
