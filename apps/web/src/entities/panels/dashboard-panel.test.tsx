// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { showPanel } from '../../testing/show-panel.tsx'
import { definePanel, type PanelProps } from './define-panel.ts'
import * as panels from './panels.ts'

interface Options {
  readonly text: string
}

let content: (props: PanelProps<Options>) => ReactElement
let loads = 0
/** Whether the next load fails. */
let isBroken = false

const shape = {
  title: 'Notes',
  letter: 'X',
  size: { w: 2, h: 1 },
  options: z.object({ text: z.string().default('nothing') }),
  version: 2,
  migrate: (options: unknown) => ({ text: String((options as { note: unknown }).note) }),
  load: async () => {
    loads += 1
    if (isBroken) throw new Error('This part could not be loaded')
    return (props: PanelProps<Options>) => content(props)
  },
} as const
const LIST = [
  definePanel({ ...shape, name: 'notes', access: 'public' }),
  definePanel({ ...shape, name: 'own-notes', access: { login: 'Please log in to view' } }),
]

beforeEach(() => {
  ;[loads, isBroken] = [0, false]
  content = ({ title, options, onOptions }) => (
    <section aria-label={title}>
      <button type="button" onClick={() => onOptions({ text: `${options.text}!` })}>
        {options.text}
      </button>
    </section>
  )
  vi.spyOn(panels, 'findPanel').mockImplementation((name) => LIST.find((panel) => panel.name === name) ?? null)
  // The server is up: a part that cannot be loaded is not waited for.
  vi.stubGlobal('fetch', async () => Response.json({}))
  sessionStorage.setItem('tradeloom-reloaded', String(Date.now()))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

it('loads a panel when it is shown, with its defaults, and not before', async () => {
  expect(loads).toBe(0)
  showPanel('notes')
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined()
  await screen.findByRole('button', { name: 'nothing' })
  expect(loads).toBe(1)
})

it('migrates old options, and stores changed ones in the present version', async () => {
  const { stored } = showPanel('notes', { version: 1, values: { note: 'old' } })
  fireEvent.click(await screen.findByRole('button', { name: 'old' }))
  await screen.findByRole('button', { name: 'old!' })
  expect(stored).toEqual([{ version: 2, values: { text: 'old!' } }])
})

it('asks visitors to log in to a panel for users, without loading it', async () => {
  showPanel('own-notes')
  await screen.findByText('Please log in to view')
  expect(screen.getByRole('button', { name: 'Log in to continue' })).toBeDefined()
  expect(loads).toBe(0)
})

it('shows users a panel for users', async () => {
  showPanel('own-notes', undefined, { id: 'a' })
  await screen.findByRole('button', { name: 'nothing' })
})

it('keeps the failure of one panel to that panel, and tries again on request', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const working = content
  content = () => {
    throw new Error('This panel is broken')
  }
  showPanel('own-notes')
  showPanel('notes')
  await screen.findByText('This panel is broken')
  expect(screen.getAllByRole('heading', { name: 'Notes' })).toHaveLength(2)
  expect(screen.getByText('Please log in to view')).toBeDefined()
  content = working
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('button', { name: 'nothing' })
})

it('says so when a panel cannot be loaded, and loads it again on request', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  isBroken = true
  showPanel('notes')
  await screen.findByText('This part could not be loaded')
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('button', { name: 'nothing' })
  expect(loads).toBe(2)
})

it('shows nothing for an unknown panel, and warns in the console', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  showPanel('gone')
  expect(warn).toHaveBeenCalledWith('There is no panel gone.')
  expect(screen.queryByRole('heading')).toBeNull()
})
