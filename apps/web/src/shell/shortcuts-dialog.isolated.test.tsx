import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { mockApi } from '../testing/mock-api.ts'
import { renderPage } from '../testing/render-page.tsx'
import './help-menu-items.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { closeShortcuts, useShortcuts } from './shortcuts-state.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  queryClient.clear()
  closeShortcuts()
  vi.unstubAllGlobals()
})

function show() {
  mockApi()
  queryClient.setQueryData(['bootstrap'], { user: null } as never)
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <ShortcutsDialog isOpen />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
}

it('lists each shortcut once within its group, so that none is hidden by another', async () => {
  const dialog = await show()
  for (const group of within(dialog).getAllByRole('region')) {
    const names = within(group)
      .getAllByRole('term')
      .map((term) => term.textContent)
    expect(new Set(names).size).toBe(names.length)
  }
})

it('has the letters of panels that the user has chosen', async () => {
  localStorage.setItem('tradeloom-setting-panel-letters', '{"price-chart":"X"}')
  const dialog = await show()
  expect(within(dialog).getByText('Go to Price chart').parentElement?.textContent).toBe('Go to Price chartG then X')
})

it('names the keys of each group', async () => {
  const dialog = await show()
  const drawings = within(within(dialog).getByRole('region', { name: 'Drawings' }))
  expect(drawings.getByText('Redo').parentElement?.textContent).toBe('RedoCtrl+Shift+Z or Ctrl+Y')
  const dashboards = within(within(dialog).getByRole('region', { name: 'Dashboards' }))
  const move = dashboards.getByText('Move the panel that has the focus').parentElement
  expect(move?.textContent).toBe('Move the panel that has the focusAlt+← or Alt+→ or Alt+↑ or Alt+↓')
  expect(dashboards.getByText('Go to Price chart').parentElement?.textContent).toBe('Go to Price chartG then C')
  const chart = within(within(dialog).getByRole('region', { name: 'Price chart' }))
  expect(chart.getByText('Zoom in').parentElement?.textContent).toBe('Zoom in+ or =')
})

it('opens with a question mark', async () => {
  mockApi()
  renderPage('/about')
  await screen.findByRole('heading', { level: 1 })
  // The page listens to keys a moment after it is drawn.
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
    expect(useShortcuts.getState().isOpen).toBe(true)
  })
})

it('opens from the help menu', async () => {
  mockApi()
  renderPage('/about')
  await userEvent.click(await screen.findByRole('button', { name: 'Help' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }))
  expect(useShortcuts.getState().isOpen).toBe(true)
})
