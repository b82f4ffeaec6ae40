import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { mockApi, type MockReplies, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import './try-call-form.tsx'

const CREDENTIAL = `tk_${'a'.repeat(16)}.ts_${'b'.repeat(49)}`
const USER = sampleReply('currentUser', { username: 'ada' })

afterEach(() => vi.unstubAllGlobals())

interface Sent {
  readonly address: string
  readonly init: RequestInit
}

/** A page with one call; `answer` is what the server says to it. */
async function show(answer: () => Promise<Response>, replies: MockReplies = {}): Promise<Sent[]> {
  const sent: Sent[] = []
  const field = (name: string, place: 'path' | 'query', isRequired: boolean) => ({
    name,
    in: place,
    isRequired,
    what: 'text',
  })
  mockApi({
    bootstrap: sampleReply('bootstrap', { user: USER }),
    apiDocsNavigation: { version: '1', sections: [] },
    apiDocsPage: sampleReply('apiDocsPage', {
      title: 'Backtests',
      blocks: [
        { type: 'heading', level: 2, id: 'one', text: 'GET /api/one/:id' },
        {
          type: 'request',
          path: '/api/one/:id/*',
          fields: [field('id', 'path', true), field('*', 'path', true), field('limit', 'query', false)],
        },
      ],
    }),
    ...replies,
  })
  const others = fetch
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url, location.origin)
    if (!pathname.startsWith('/api/one/')) return others(url as string, init)
    sent.push({ address: pathname + search, init })
    return answer()
  })
  renderPage('/api-docs/backtests')
  await userEvent.click(await screen.findByText('Try it'))
  return sent
}

const json = (body: unknown, init: ResponseInit = {}): Response => Response.json(body, init)

async function fill(values: Readonly<Record<string, string>>): Promise<HTMLElement> {
  const form = await screen.findByRole('form', { name: 'Try GET /api/one/:id' })
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(within(form).getByLabelText(label), { target: { value } })
  }
  await userEvent.click(within(form).getByRole('button', { name: 'Send' }))
  return form
}

it('makes a call that only reads with the key of the reader, and shows what it was answered', async () => {
  const headers = { 'x-credits-used': '12', 'x-credits-available': '1000' }
  const sent = await show(async () => json({ name: '<b>bold</b>' }, { headers }))
  const form = await fill({ id: 'a/b', 'rest of the address': 'x/y z', limit: '5', 'Key and secret': CREDENTIAL })
  expect(await within(form).findByText('12 of 1,000 credits used in 30 days')).toBeTruthy()
  expect(within(form).getByText(/^200/)).toBeTruthy()
  // As text: nothing that is in an answer becomes a part of the page.
  expect(within(form).getByLabelText('Answer').textContent).toBe('{\n  "name": "<b>bold</b>"\n}')
  expect(sent.map(({ address }) => address)).toEqual(['/api/one/a%2Fb/x/y%20z?limit=5'])
  expect(sent[0]?.init).toMatchObject({
    credentials: 'omit',
    redirect: 'error',
    headers: { authorization: `Bearer ${CREDENTIAL}` },
  })
  expect(sent[0]?.init.method ?? 'GET').toBe('GET')
  for (const store of [localStorage, sessionStorage]) expect(JSON.stringify({ ...store })).not.toContain('ts_b')
})

it('says what is missing before anything is sent, and takes the whole header as a key', async () => {
  const sent = await show(async () => json({}))
  const form = await fill({ id: '..', 'Key and secret': 'tk_only' })
  expect(within(form).getByText(/Please enter a key and its secret/)).toBeTruthy()
  expect(within(form).getByText('This cannot be part of an address')).toBeTruthy()
  expect(within(form).getByText('Please enter a value')).toBeTruthy()
  expect(sent).toEqual([])
  await fill({ id: '7', 'rest of the address': 'x', 'Key and secret': `Authorization: Bearer ${CREDENTIAL}` })
  await waitFor(() => expect(sent.map(({ address }) => address)).toEqual(['/api/one/7/x']))
})

it('shows refusals, files, long answers, and a server that does not answer', async () => {
  let answer: () => Promise<Response> = async () => json({ code: 'wrong-key', message: 'No' }, { status: 401 })
  await show(() => answer())
  const form = await fill({ id: '7', 'rest of the address': 'x', 'Key and secret': CREDENTIAL })
  expect(await within(form).findByText(/^401/)).toBeTruthy()
  expect(within(form).getByLabelText('Answer').textContent).toContain('"wrong-key"')
  const send = () => userEvent.click(within(form).getByRole('button', { name: 'Send' }))
  answer = async () => new Response('PK', { headers: { 'content-type': 'application/zip' } })
  await send()
  expect(await within(form).findByText(/is a file/)).toBeTruthy()
  answer = async () => json('x'.repeat(300_000))
  await send()
  expect(await within(form).findByText(/Only the beginning is shown/)).toBeTruthy()
  answer = async () => Promise.reject(new TypeError('refused'))
  await send()
  expect(await within(form).findByText('Unable to connect to server')).toBeTruthy()
  expect(within(form).queryByLabelText('Answer')).toBeNull()
})

it('asks visitors to log in', async () => {
  await show(async () => json({}), { bootstrap: sampleReply('bootstrap', { user: null }) })
  expect(await screen.findByText('Calls are made with one of your own keys.')).toBeTruthy()
  expect(screen.queryByLabelText('Key and secret')).toBeNull()
})
