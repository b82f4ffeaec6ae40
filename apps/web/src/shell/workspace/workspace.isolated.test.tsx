import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { mockApi, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { setLeftListOpen } from '../../ui/left-list-state.ts'

const USER = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const FIRST = '01a1fcbd-ca32-7065-a0e0-bc6083108701'
const SECOND = '01a1fcbd-ca32-7065-a0e0-bc6083108702'

function asUser(activeSessionsCount = 0) {
  const algorithm = { ...sampleReply('getAlgorithm'), activeSessionsCount }
  const own = [
    { ...algorithm, id: FIRST, name: 'Breakout', shared: true },
    { ...algorithm, id: SECOND, name: 'Mean reversion', shared: false },
  ]
  return mockApi({
    bootstrap: { ...sampleReply('bootstrap'), user: { ...sampleReply('currentUser'), id: USER } },
    listOwnAlgorithms: own,
    listSharedAlgorithms: [],
    listIndicators: [],
    listBacktests: [],
  })
}

const list = async () => within(await screen.findByRole('complementary', { name: 'Workspace' }))

// jsdom has no width that would decide.
beforeEach(() => setLeftListOpen(true))

describe('the list beside the pages of the workspace', () => {
  it('shows activity, own algorithms and indicators on the pages of backtests, too', async () => {
    asUser()
    renderPage('/backtests')
    const left = await list()
    expect(await left.findByRole('link', { name: /Breakout/ })).toBeDefined()
    for (const name of ['Backtests', 'Optimizations', 'Trading Sessions']) {
      expect(left.getByRole('link', { name })).toBeDefined()
    }
    expect(await left.findByText('No custom indicators yet')).toBeDefined()
  })

  it('shows how many trading sessions are active, in total and for each algorithm', async () => {
    asUser(2)
    renderPage('/backtests')
    const left = await list()
    expect(await left.findByRole('link', { name: /^Trading Sessions ?4 active$/ })).toBeDefined()
    expect(left.getByRole('link', { name: /^Mean reversion ?2 active$/ })).toBeDefined()
  })

  it('is filtered by what is typed, and says when nothing matches', async () => {
    asUser()
    renderPage('/backtests')
    const left = await list()
    await left.findByRole('link', { name: /Breakout/ })
    await userEvent.type(left.getByLabelText('Filter algorithms and indicators'), 'mean')
    expect(left.queryByRole('link', { name: /Breakout/ })).toBeNull()
    expect(left.getByRole('link', { name: 'Mean reversion' })).toBeDefined()
    await userEvent.type(left.getByLabelText('Filter algorithms and indicators'), 'xyz')
    expect(left.getByText('No matches')).toBeDefined()
  })

  it('moves the focus between its rows with the arrow keys', async () => {
    asUser()
    renderPage('/backtests')
    const left = await list()
    await left.findByRole('link', { name: /Breakout/ })
    await userEvent.click(left.getByLabelText('Filter algorithms and indicators'))
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Backtests')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Breakout')
    await userEvent.keyboard('{End}{ArrowUp}')
    expect(document.activeElement?.textContent).toBe('Breakout')
  })

  it('renames and deletes an algorithm from the menu of its row', async () => {
    const api = asUser()
    renderPage('/backtests')
    const left = await list()
    await left.findByRole('link', { name: /Breakout/ })
    await userEvent.click(left.getByRole('button', { name: 'Actions for Mean reversion' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename algorithm' }))
    await userEvent.clear(dialog.getByLabelText('Name'))
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }))
    expect(dialog.getByText('Please enter a name')).toBeDefined()
    await userEvent.type(dialog.getByLabelText('Name'), 'Reversion{Enter}')
    await waitFor(() =>
      expect(api.requestsOf('updateAlgorithm').map(({ body }) => body)).toEqual([{ name: 'Reversion' }]),
    )
    await userEvent.click(left.getByRole('button', { name: 'Actions for Breakout' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(api.requestsOf('deleteAlgorithm').map(({ params }) => params['id'])).toEqual([FIRST]))
  })

  it('imports an algorithm from a file', async () => {
    const api = asUser()
    api.use({ importAlgorithm: { ...sampleReply('importAlgorithm'), id: FIRST, name: 'Breakout' } })
    renderPage('/backtests')
    await (await list()).findByRole('button', { name: 'Import algorithm' })
    const [input] = document.querySelectorAll<HTMLInputElement>('aside input[type=file]')
    const content = {
      format: 'tradeloom-algorithm',
      version: 1,
      name: 'Breakout',
      description: '',
      tags: [],
      versions: [{ versionNo: 1, message: '', time: new Date(0).toISOString(), script: '', indicators: [] }],
    }
    await userEvent.upload(input!, new File(['{}'], 'wrong.json', { type: 'application/json' }))
    expect(api.requestsOf('importAlgorithm')).toEqual([])
    await userEvent.upload(input!, new File([JSON.stringify(content)], 'b.json', { type: 'application/json' }))
    expect(await screen.findByText('Breakout has been imported')).toBeDefined()
    expect(api.requestsOf('importAlgorithm').map(({ body }) => body)).toMatchObject([{ name: 'Breakout' }])
  })

  it('makes a script that is dropped on its button a new algorithm', async () => {
    const api = asUser()
    api.use({ importAlgorithm: { ...sampleReply('importAlgorithm'), id: FIRST, name: 'my cross' } })
    renderPage('/backtests')
    const script = 'function onTick() {}\n'
    const button = await (await list()).findByRole('button', { name: 'Import algorithm' })
    fireEvent.drop(button, { dataTransfer: { files: [new File([script], 'my cross.ts')] } })
    expect(await screen.findByText('my cross has been imported')).toBeDefined()
    expect(api.requestsOf('importAlgorithm').map(({ body }) => body)).toMatchObject([
      { name: 'my cross', versions: [{ versionNo: 1, script, indicators: [] }] },
    ])
  })

  it('can be hidden, and stays hidden', async () => {
    asUser()
    const first = renderPage('/backtests')
    await userEvent.click((await list()).getByRole('button', { name: 'Hide this list' }))
    expect(screen.queryByRole('complementary', { name: 'Workspace' })).toBeNull()
    first.unmount()
    renderPage('/backtests')
    await userEvent.click(await screen.findByRole('button', { name: 'Show your algorithms and indicators' }))
    expect(await list()).toBeDefined()
  })

  it.each([
    ['New algorithm', 'Description'],
    ['New indicator', 'Key'],
  ])('opens a dialog that stays with what was typed when the list goes: %s', async (name, field) => {
    asUser()
    renderPage('/backtests')
    await userEvent.click((await list()).getByRole('button', { name }))
    const input = within(await screen.findByRole('dialog', { name })).getByLabelText<HTMLInputElement>(field)
    await userEvent.type(input, 'typed')
    act(() => setLeftListOpen(false))
    expect(screen.queryByRole('complementary', { name: 'Workspace', hidden: true })).toBeNull()
    expect(within(screen.getByRole('dialog', { name })).getByLabelText<HTMLInputElement>(field).value).toBe('typed')
  })

  it('asks visitors to log in for algorithms of their own, and lists the system indicators', async () => {
    mockApi({
      bootstrap: { ...sampleReply('bootstrap'), user: null },
      listSharedAlgorithms: [],
      listSystemIndicators: [],
    })
    renderPage('/algorithms')
    const left = await list()
    expect(await left.findByText('Log in to create your own algorithms')).toBeDefined()
    expect(left.queryByRole('navigation', { name: 'Activity' })).toBeNull()
    await userEvent.click(left.getByRole('button', { name: 'New algorithm' }))
    expect(await screen.findByText('Please log in to create algorithms')).toBeDefined()
  })
})
