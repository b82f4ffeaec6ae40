// @vitest-environment jsdom
import type { SourceSwitch } from '@tradeloom/contracts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { errorReply, mockApi, type MockReplies, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { BANK } from '../../entities/datasets/sources.fixture.ts'

const SWITCH: SourceSwitch = {
  ...BANK,
  isOn: false,
  changed: null,
  changedBy: null,
  key: null,
  isKeyShared: false,
  listed: null,
  problem: null,
  databases: 0,
  silentUntil: null,
}
const ADMIN = sampleReply('bootstrap', { user: sampleReply('currentUser', { isAdmin: true }) })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(source: SourceSwitch, replies: MockReplies = {}) {
  const api = mockApi({ bootstrap: ADMIN, listSourceSwitches: [source], ...replies })
  renderPage('/admin/data-sources')
  return api
}

it('switches a data provider on only after saying that requests are sent from then on', async () => {
  const api = open(SWITCH, { switchSource: { ...SWITCH, isOn: true } })
  await screen.findByText('Nothing is sent to The Bank.')
  fireEvent.click(screen.getByRole('switch', { name: 'The Bank' }))
  await screen.findByText(/This server will then send requests to The Bank/)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(api.requestsOf('switchSource')).toEqual([])
  fireEvent.click(screen.getByRole('switch', { name: 'The Bank' }))
  api.use({ listSourceSwitches: [{ ...SWITCH, isOn: true }] })
  fireEvent.click(await screen.findByRole('button', { name: 'Switch on' }))
  await screen.findByText('The Bank is on')
  expect(api.requestsOf('switchSource')).toMatchObject([{ params: { provider: 'bank' }, body: { isOn: true } }])
  await screen.findByText('Not yet')
})

it.each([
  [0, null, 'Not yet'],
  [5, null, 'Names of datasets are being read'],
  [5, 'It does not answer', 'Not completely'],
])('says how far lists are that were never read to their end: %i databases, %s', async (databases, problem, text) => {
  open({ ...SWITCH, isOn: true, databases, problem })
  await screen.findByText(text)
})

it("shows the state of a provider's lists, and keeps a key of the operator that works", async () => {
  const source = { ...SWITCH, isOn: true, databases: 12, listed: Date.UTC(2026, 10, 27), problem: 'It does not answer' }
  const api = open(source, {
    switchSource: ({ body }) =>
      (body as { key: string }).key === 'right'
        ? { ...source, key: '••••ight' }
        : errorReply(400, { code: 'bad-key', message: 'Your API key may be incorrect.' }),
  })
  expect((await screen.findByRole('alert')).textContent).toBe('It does not answer')
  screen.getByText('12')
  screen.getByText(/the terms do not allow a shared key/)
  const submit = (key: string): void => {
    fireEvent.change(screen.getByLabelText("Operator's API key of The Bank"), { target: { value: key } })
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  }
  submit('wrong')
  await screen.findByText('Your API key may be incorrect.')
  api.use({ listSourceSwitches: [{ ...source, key: '••••ight' }] })
  submit('right')
  await screen.findByText('••••ight')
})
