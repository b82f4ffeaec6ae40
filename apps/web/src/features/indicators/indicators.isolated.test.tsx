import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Indicator } from '@tradeloom/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { InlineWorker } from '../../testing/inline-worker.ts'
import { errorReply, mockApi, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const OWN: Indicator = {
  id: ID,
  name: 'Moving range',
  key: 'MovingRange',
  description: 'Range of the last bars',
  system: false,
  readOnly: false,
  shared: false,
  userId: ID,
  username: 'author',
  group: null,
  parameters: [{ name: 'period', defaultValue: 20 }],
  clonedFromIndicator: null,
  created: null,
  updated: null,
}
const SYSTEM: Indicator = {
  ...OWN,
  id: 'RSI',
  name: 'Relative strength index',
  key: 'RSI',
  system: true,
  readOnly: true,
  shared: true,
  userId: null,
  username: null,
  group: 'Oscillators',
}
const SCRIPT = 'function onTick(period = 20) { return period }\n'
const USER = { id: ID, username: 'author' }

function asUser() {
  const bootstrap = sampleReply('bootstrap')
  return mockApi({
    bootstrap: { ...bootstrap, user: { ...sampleReply('currentUser'), ...USER } },
    listIndicators: [OWN, SYSTEM],
    listSharedIndicators: [],
    listSystemIndicators: [SYSTEM],
    getIndicator: { ...OWN, script: SCRIPT },
    getSystemIndicator: { ...SYSTEM, script: '// The source that runs\nfunction onTick() { return 1 }\n' },
    updateIndicator: ({ body }) => ({ ...OWN, ...(body as object) }),
  })
}

function asVisitor() {
  return mockApi({
    bootstrap: { ...sampleReply('bootstrap'), user: null },
    listSharedIndicators: [],
    listSystemIndicators: [SYSTEM],
    getSystemIndicator: { ...SYSTEM, script: SCRIPT },
  })
}

beforeEach(() => {
  vi.stubGlobal('Worker', InlineWorker)
  localStorage.clear()
})

describe('the list of indicators', () => {
  it('shows custom and system indicators apart, and finds them by name and key', async () => {
    asUser()
    renderPage('/indicators')
    const page = within(await screen.findByRole('main'))
    expect(await page.findByText('Custom (1)')).toBeDefined()
    const cards = await page.findByRole('region', { name: 'Your indicators' })
    expect(within(cards).getByText('Moving range')).toBeDefined()
    await userEvent.type(page.getByLabelText('Search indicators'), 'rsi')
    expect(page.getByText('Custom (0)')).toBeDefined()
    await userEvent.click(page.getByText('System (1)'))
    const found = await page.findByRole('region', { name: 'Oscillators' })
    expect(within(found).getByText('Relative strength index')).toBeDefined()
    expect(page.getByText('Displaying 1 match')).toBeDefined()
  })

  it('shows visitors the system indicators, and asks them to log in to create one', async () => {
    asVisitor()
    renderPage('/indicators')
    const page = within(await screen.findByRole('main'))
    expect(await page.findByRole('region', { name: 'Oscillators' })).toBeDefined()
    const [first] = page.getAllByRole('button', { name: 'New indicator' })
    await userEvent.click(first as HTMLElement)
    expect(await screen.findByText('Please log in to create indicators')).toBeDefined()
  })

  it('says when it cannot be loaded', async () => {
    asUser().use({ listIndicators: () => new Response('proxy', { status: 502 }) })
    renderPage('/indicators')
    expect((await screen.findAllByText('Error retrieving indicator')).length).toBeGreaterThan(0)
  })
})

describe('a new indicator', () => {
  it.each([
    ['my key', 'Key cannot contain spaces'],
    ['1st', 'Key must be a valid JavaScript identifier'],
  ])('cannot have the key %s', async (key, message) => {
    const api = asUser()
    renderPage('/indicators')
    const page = within(await screen.findByRole('main'))
    await userEvent.click((await page.findAllByRole('button', { name: 'New indicator' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'New indicator' }))
    await userEvent.type(dialog.getByLabelText('Name'), 'Range')
    await userEvent.type(dialog.getByLabelText('Key'), key)
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }))
    expect(await dialog.findByText(message)).toBeDefined()
    expect(api.requestsOf('createIndicator')).toEqual([])
  })
})

describe('the page of an indicator', () => {
  it('changes the key alone and confirms it', async () => {
    const api = asUser()
    renderPage(`/indicators/${ID}/test`)
    await userEvent.click(await screen.findByRole('button', { name: 'Change the key MovingRange' }))
    const field = screen.getByLabelText('Indicator key')
    await userEvent.clear(field)
    await userEvent.type(field, 'Range2{Enter}')
    expect(await screen.findByText('Technical indicator key updated')).toBeDefined()
    expect(api.requestsOf('updateIndicator').map(({ body }) => body)).toEqual([{ key: 'Range2' }])
  })

  it('says when the key could not be changed, with the reason of the server if there is one', async () => {
    const api = asUser()
    api.use({ updateIndicator: () => new Response('proxy', { status: 502 }) })
    renderPage(`/indicators/${ID}/test`)
    await userEvent.click(await screen.findByRole('button', { name: 'Change the key MovingRange' }))
    await userEvent.type(screen.getByLabelText('Indicator key'), '2{Enter}')
    expect(await screen.findByText('Technical indicator key update failed')).toBeDefined()
    api.use({ updateIndicator: () => errorReply(409, { code: 'key-taken', message: 'There is a system indicator' }) })
    await userEvent.type(screen.getByLabelText('Indicator key'), '{Enter}')
    expect(await screen.findByText('There is a system indicator')).toBeDefined()
  })

  it('offers View and Clone, and nothing to change, for a system indicator', async () => {
    asUser()
    renderPage('/indicators/RSI/test')
    const tabs = within(await screen.findByRole('navigation', { name: 'Indicator' }))
    expect(tabs.getByRole('link', { name: 'View' })).toBeDefined()
    expect(tabs.queryByRole('link', { name: 'Edit' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Clone' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Delete indicator' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Change the key/ })).toBeNull()
  })

  it('leads back to the list when there is no such indicator', async () => {
    const missing = () => errorReply(404, { code: 'not-found', message: 'Technical indicator not found!' })
    asUser().use({ getSystemIndicator: missing })
    renderPage('/indicators/NoSuchOne/edit')
    expect(await screen.findByText('Technical indicator not found!')).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Indicators', level: 1 })).toBeDefined()
  })

  it('leads to the algorithms that still run with an earlier script', async () => {
    const use = { algorithmId: ID, versionCount: 1 }
    asUser().use({
      listIndicatorUses: [
        { ...use, algorithmName: 'Cross', isOutdated: true },
        { ...use, algorithmName: 'Breakout', isOutdated: false },
      ],
    })
    renderPage(`/indicators/${ID}/edit`)
    expect(await screen.findByText(/^1 algorithm still runs with an earlier script/)).toBeDefined()
    const links = screen.getAllByRole('link').map(({ textContent }) => textContent)
    expect(links).toContain('Cross')
    expect(links).not.toContain('Breakout')
  })

  it('names the uses before it deletes an indicator', async () => {
    const api = asUser()
    api.use({ listIndicatorUses: [{ algorithmId: ID, algorithmName: 'Cross', versionCount: 3, isOutdated: false }] })
    renderPage(`/indicators/${ID}/test`)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete indicator' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete indicator' }))
    expect(dialog.getByText(/Cross uses it/)).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(api.requestsOf('deleteIndicator')).toHaveLength(1))
    expect(await screen.findByText('Moving range deleted')).toBeDefined()
  })
})
