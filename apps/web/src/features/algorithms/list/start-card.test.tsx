import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { accountOf } from '../../../entities/accounts/trading.fixture.ts'
import { mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import './start-card.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

function open(value: 'open' | 'closed' | null) {
  const api = mockApi({
    bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser') }),
    listConfiguration: value === null ? {} : { 'start-card': value },
    listAccounts: [accountOf({ accountNo: 'PAPER-1', broker: 'PAPER', balance: 10_000 })],
    listOwnAlgorithms: () => [],
    putConfiguration: sampleReply('putConfiguration'),
  })
  renderPage('/algorithms')
  return api
}

it('names the paper account and leads to markets, a sample and an import', async () => {
  open('open')
  expect(await screen.findByText(/^Your paper account PAPER-1 has 10,000\.00 USD\./)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open Markets' }).getAttribute('href')).toBe('/platform')
  expect((await screen.findAllByRole('button', { name: /^Clone ./ })).length).toBe(1)
  expect(screen.getByRole('link', { name: 'Import market data' }).getAttribute('href')).toContain(
    '/market-data?import=',
  )
})

it('is closed for good', async () => {
  const api = open('open')
  await userEvent.click(await screen.findByRole('button', { name: 'Close for good' }))
  expect(screen.queryByRole('heading', { name: 'Start here' })).toBeNull()
  await waitFor(() =>
    expect(api.requestsOf('putConfiguration')).toMatchObject([
      { params: { path: 'start-card' }, body: { value: 'closed' } },
    ]),
  )
})

it.each([['closed'], [null]] as const)('is not there when the setting is %s', async (value) => {
  const api = open(value)
  await waitFor(() => expect(api.requestsOf('listConfiguration')).toHaveLength(1))
  await screen.findByRole('heading', { name: 'Shared by the community' })
  expect(screen.queryByRole('heading', { name: 'Start here' })).toBeNull()
})
