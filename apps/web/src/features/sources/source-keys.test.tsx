// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { errorReply, mockApi } from '../../testing/mock-api.ts'
import { Modals } from '../../ui/modals.tsx'
// There at once, instead of on demand.
import '../../ui/modals-host.tsx'
import { SourceKeys } from './source-keys.tsx'
import { BANK, OPEN } from '../../entities/datasets/sources.fixture.ts'

const FREE = { ...BANK, name: 'free', title: 'Free Data', keyNeed: 'optional' as const, signUp: null }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(): void {
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Modals />
        <SourceKeys />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

it('has a form of one field for each provider that needs a key, and for those that are on and take one', async () => {
  mockApi({
    listSourceProviders: [FREE, OPEN, BANK, { ...FREE, name: 'off', isOn: false }],
    getSourceKey: { key: null },
  })
  show()
  await screen.findByRole('form', { name: 'The Bank' })
  expect(screen.getAllByRole('form').map((form) => form.getAttribute('aria-label'))).toEqual(['The Bank', 'Free Data'])
  expect(screen.getByText(/30-day free trial/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Submit' })).toHaveLength(2)
})

it('says which providers are off, for which no key can be tried', async () => {
  const api = mockApi({ listSourceProviders: [{ ...BANK, isOn: false }] })
  show()
  await screen.findByText('The Bank is switched off. An administrator can switch it on.')
  expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true)
  expect(api.requestsOf('getSourceKey')).toEqual([])
})

it('saves a key that works, shows its end, replaces it, and deletes it after a question', async () => {
  let key: string | null = null
  const api = mockApi({
    listSourceProviders: [BANK],
    getSourceKey: () => ({ key }),
    saveSourceKey: ({ body }) => {
      const { key: sent } = body as { key: string | null }
      if (sent === 'wrong') return errorReply(400, { code: 'bad-key', message: 'Your API key may be incorrect.' })
      key = sent && `••••${sent.slice(-4)}`
      return { key }
    },
  })
  show()
  const form = within(await screen.findByRole('form', { name: 'The Bank' }))
  const submit = (text: string): void => {
    fireEvent.change(form.getByLabelText('API key of The Bank'), { target: { value: text } })
    fireEvent.click(form.getByRole('button', { name: 'Submit' }))
  }
  submit(' ')
  await form.findByText('Please enter your API key')
  submit('wrong')
  await form.findByText('Your API key may be incorrect.')
  submit('secret-1234')
  await form.findByText('••••1234')
  expect(form.getByLabelText('API key of The Bank')).toHaveProperty('value', '')
  submit('secret-5678')
  await form.findByText('••••5678')
  fireEvent.click(form.getByRole('button', { name: 'Delete the key of The Bank' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete key' }))
  await waitFor(() => expect(form.queryByText('••••5678')).toBeNull())
  expect(api.requestsOf('saveSourceKey').map(({ body }) => body)).toEqual(
    ['wrong', 'secret-1234', 'secret-5678', null].map((one) => ({ key: one })),
  )
})
