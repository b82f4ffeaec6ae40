// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { PanelLettersForm } from './panel-letters-form.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show() {
  mockApi()
  queryClient.setQueryData(['bootstrap'], { user: null } as never)
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <PanelLettersForm onDone={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

const field = (title: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `Letter of ${title}` })
const letters = (...titles: string[]) => titles.map((title) => field(title).value)

it('swaps a letter with the panel that has it, takes one away, and restores those of the start', async () => {
  show()
  expect(letters('Price chart', 'Order book')).toEqual(['C', 'B'])
  await userEvent.type(field('Price chart'), 'b')
  expect(letters('Price chart', 'Order book')).toEqual(['B', 'C'])
  await userEvent.clear(field('Order book'))
  expect(letters('Price chart', 'Order book')).toEqual(['B', ''])
  await userEvent.type(field('Order book'), 'x')
  expect(letters('Price chart', 'Order book')).toEqual(['B', 'X'])
  await userEvent.click(screen.getByRole('button', { name: 'Restore defaults' }))
  expect(letters('Price chart', 'Order book')).toEqual(['C', 'B'])
})

it('says what a letter is when it is none, and keeps the one that is there', async () => {
  show()
  await userEvent.type(field('Price chart'), '7')
  expect(field('Price chart').value).toBe('C')
  screen.getByText('A letter from A to Z')
  await userEvent.type(field('Price chart'), 'x')
  expect(letters('Price chart')).toEqual(['X'])
  expect(screen.queryByText('A letter from A to Z')).toBeNull()
})
