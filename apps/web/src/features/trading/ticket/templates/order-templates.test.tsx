// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import type { OrderTemplate } from '@tradeloom/contracts/order-templates'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { notifications } from '@mantine/notifications'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../../api/query-client.ts'
import { Modals } from '../../../../ui/modals.tsx'
import { keptOptions } from '../../../../testing/kept-options.ts'
import { liveSocket } from '../../../../testing/live-socket.ts'
import { errorReply, mockApi, type MockReplies, type MockRequest } from '../../../../testing/mock-api.ts'
import { showPanel } from '../../../../testing/show-panel.tsx'
import { useAuthPrompt } from '../../../../entities/user/auth-prompt.ts'
import { EURUSD, livePriceOf } from '../../../../entities/prices/markets.fixture.ts'
import { accountOf, orderOf, USER } from '../../../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import '../../../../ui/modals-host.tsx'
import '../trade-ticket.tsx'
import './template-menu-items.tsx'
import './save-template.tsx'
import './manage-templates.tsx'

const SCALP: OrderTemplate = {
  id: 'aaaaaa1',
  name: 'Scalp',
  type: 'LIMIT',
  side: 'SELL',
  quantity: { value: 20_000, unit: 'units' },
  limitPrice: { value: 10, unit: '' },
  stopPrice: null,
  stopLoss: { value: 20, unit: '' },
  takeProfit: { value: 1, unit: '%' },
  trailingStop: null,
  isLinked: false,
}

let live: ReturnType<typeof liveSocket>
/** What the server keeps, and the number of its version. */
let stored: { readonly value: unknown; readonly version: number }
let isDown: boolean
beforeEach(() => {
  live = liveSocket()
  stored = { value: [SCALP], version: 1 }
  isDown = false
})
afterEach(() => {
  cleanup()
  live.close()
  notifications.clean()
  queryClient.clear()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const answer = () => Response.json({ value: stored.value }, { headers: { etag: `"${stored.version}"` } })
const isTemplates = ({ params }: MockRequest): boolean => params['path'] === 'templates.orders'
const DOWN = { code: 'unavailable', message: 'The server is restarting' }

const configuration: MockReplies = {
  listConfiguration: {},
  getConfiguration: (request) => (isTemplates(request) ? (isDown ? errorReply(503, DOWN) : answer()) : { value: null }),
  putConfiguration: (request) => {
    if (!isTemplates(request)) return { value: null }
    if (isDown) return errorReply(503, DOWN)
    stored = { value: (request.body as { value: unknown }).value, version: stored.version + 1 }
    return answer()
  },
}

async function show({
  user = USER,
  values = {},
  ...replies
}: MockReplies & { user?: object | null; values?: object } = {}) {
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listOrders: [], ...configuration, ...replies })
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Modals />
      </MantineProvider>
    </QueryClientProvider>,
  )
  showPanel('trade-ticket', { version: 1, values }, user)
  await screen.findByRole('radiogroup', { name: 'Side' })
  await live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf() })
  await waitFor(() => expect(field(/^Quantity/).value).not.toBe(''))
}

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: RegExp, value: string) => {
  fireEvent.change(field(name), { target: { value } })
  fireEvent.blur(field(name))
}
const openMenu = () => fireEvent.click(screen.getByRole('button', { name: 'Order templates' }))
const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('menuitem', { name }))
const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
const names = () => (stored.value as readonly OrderTemplate[]).map(({ name }) => name)

it('fills the ticket with what a template holds, chosen by keys, and says where it comes from', async () => {
  await show()
  fireEvent.keyDown(screen.getByRole('radio', { name: 'MARKET' }), { key: 'p' })
  const item = await screen.findByRole('menuitem', { name: /^Scalp/ })
  expect(item.textContent).toContain('SELL LIMIT · 20,000 · limit 10 pips better · stop loss 20 pips · take profit 1%')
  fireEvent.click(item)
  await waitFor(() => expect(isChecked('LIMIT')).toBe(true))
  expect(field(/^Limit price/).value).toBe('1.08512')
  expect([field(/^Quantity/).value, field(/^Stop loss/).value]).toEqual(['20000', '20'])
  expect(screen.getByText('From the template Scalp')).toBeDefined()
  expect(screen.getByRole('button', { name: /^Sell 20,000 EUR\/USD/ }).getAttribute('aria-disabled')).toBe('false')
})

it('says what does not fit, marks it, and fills the rest', async () => {
  const loss = { value: 50, unit: 'JPY' }
  stored = { ...stored, value: [{ ...SCALP, quantity: { value: 500, unit: 'units' }, stopLoss: loss, isLinked: true }] }
  await show()
  openMenu()
  await choose(/^Scalp/)
  const note = 'Scalp does not fit here: Its quantity is 500. Minimum trade size for EUR/USD is 1000.'
  await screen.findByText(`${note} No working order could be linked.`)
  expect(field(/^Limit price/).value).toBe('1.08512')
  // A stop that cannot be read stays an error, and never becomes no stop.
  await screen.findByText('Amounts are in USD here')
  expect(screen.getByRole('button', { name: /^Sell / }).getAttribute('aria-disabled')).toBe('true')
})

it('links the only working order of the instrument where the template says so', async () => {
  stored = { ...stored, value: [{ ...SCALP, isLinked: true }] }
  const one = orderOf({ id: USER.id, instrumentId: EURUSD.id, accountId: accountOf().id, isAtBroker: true })
  await show({ listOrders: [one] })
  openMenu()
  await choose(/^Scalp/)
  const link = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'One cancels the other' })
  expect(link.value).toBe(one.id)
})

it('saves a ticket over what another window has stored meanwhile', async () => {
  let isFirst = true
  await show({
    putConfiguration: (request) => {
      if (!isTemplates(request)) return { value: null }
      if (isFirst) {
        isFirst = false
        stored = { value: [SCALP, { ...SCALP, id: 'aaaaaa2', name: 'Elsewhere' }], version: 2 }
        return errorReply(412, { code: 'newer-setting', message: 'This setting was changed in another window' })
      }
      stored = { value: (request.body as { value: unknown }).value, version: 3 }
      return answer()
    },
  })
  type(/^Stop loss/, '30 USD')
  openMenu()
  await choose(/^Save this ticket/)
  const dialog = await screen.findByRole('dialog', { name: 'Save order template' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('Please enter a name')
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: ' Swing ' } })
  fireEvent.change(within(dialog).getByRole('combobox', { name: 'Quantity' }), { target: { value: 'equity' } })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Part of the equity' }), { target: { value: '5' } })
  expect(within(dialog).getByText('MARKET · 5% of the equity · stop loss 30 USD')).toBeDefined()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(names()).toEqual(['Scalp', 'Elsewhere', 'Swing']))
  expect((stored.value as OrderTemplate[])[2]).toMatchObject({ side: null, quantity: { value: 5, unit: 'equity' } })
})

it('says so when saving fails, and replaces a template of the same name only as Replace', async () => {
  await show()
  openMenu()
  await choose(/^Save this ticket/)
  const dialog = await screen.findByRole('dialog', { name: 'Save order template' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'SCALP' } })
  isDown = true
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Replace' }))
  await within(dialog).findByText('The server is restarting')
  isDown = false
  fireEvent.click(within(dialog).getByRole('button', { name: 'Replace' }))
  await waitFor(() => expect(names()).toEqual(['SCALP']))
  expect((stored.value as OrderTemplate[])[0]).toMatchObject({ id: SCALP.id, type: 'MARKET' })
})

it('renames, makes one the default of the instrument, and deletes after a question', async () => {
  await show()
  openMenu()
  await choose(/^Rename, delete/)
  fireEvent.click(await screen.findByRole('button', { name: 'Rename Scalp' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'New name of Scalp' }), { target: { value: 'Fade' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Fade: default of EUR/USD' }))
  await waitFor(() => expect(keptOptions('trade-ticket')).toMatchObject({ [EURUSD.id]: { template: SCALP.id } }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete Fade' }))
  expect(names()).toEqual(['Fade'])
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('No order templates')
  expect(names()).toEqual([])
})

it('begins with the default of the instrument, but never over what is typed', async () => {
  const values = { template: SCALP.id }
  await show({ values })
  await screen.findByText('From the template Scalp')
  expect(field(/^Limit price/).value).toBe('1.08512')
  cleanup()
  queryClient.clear()
  const late = Promise.withResolvers<Response>()
  await show({ values, getConfiguration: (request) => (isTemplates(request) ? late.promise : { value: null }) })
  type(/^Quantity/, '6000')
  late.resolve(answer())
  await waitFor(() => expect(queryClient.getQueryData(['order-templates'])).toBeDefined())
  expect(screen.queryByText('From the template Scalp')).toBeNull()
  expect(field(/^Quantity/).value).toBe('6000')
})

it('says when there are none, when they cannot be loaded, and asks visitors to log in', async () => {
  stored = { value: null, version: 0 }
  await show()
  openMenu()
  await screen.findByRole('menuitem', { name: 'None yet' })
  cleanup()
  queryClient.clear()
  isDown = true
  await show()
  openMenu()
  const failed = await screen.findByRole('menuitem', { name: 'The server is restarting. Try again' })
  isDown = false
  stored = { value: [SCALP], version: 1 }
  fireEvent.click(failed)
  await screen.findByRole('menuitem', { name: /^Scalp/ })
  cleanup()
  await show({ user: null })
  openMenu()
  await choose(/^Save this ticket/)
  await waitFor(() => expect(useAuthPrompt.getState().message).toBe('Please log in to save order templates'))
})
