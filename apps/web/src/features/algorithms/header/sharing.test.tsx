import { MantineProvider } from '@mantine/core'
import { notifications, Notifications } from '@mantine/notifications'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Algorithm } from '@tradeloom/contracts'
import { QueryClient, QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorReply, mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { ShareButton } from './share-button.tsx'
import { sharingOf } from './sharing.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  notifications.clean()
})

const PRIVATE = sampleReply('getAlgorithm', {
  name: 'Cross',
  shared: false,
  shareNew: false,
  sharedUpTo: null,
}) as Algorithm

/** As the page has it: what the server answers replaces the algorithm. */
function Header({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const { data = algorithm } = useQuery<Algorithm>({ queryKey: ['algorithm', algorithm.id], queryFn: skipToken })
  return <ShareButton algorithm={data} />
}

/** Returns the button that opened the dialog. */
async function open(algorithm: Algorithm): Promise<HTMLElement> {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Notifications />
        <Header algorithm={algorithm} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const button = screen.getByRole('button', { name: 'Share' })
  await userEvent.click(button)
  return button
}

describe('the word for how an algorithm is shared', () => {
  const latestVersion = { displayVersionNo: 'v3' }
  it.each([
    [{ shared: false, shareNew: false, sharedUpTo: null }, null],
    [{ shared: false, shareNew: true, sharedUpTo: null }, 'Sharing on'],
    [{ shared: true, shareNew: true, sharedUpTo: 'v2' }, 'Sharing on'],
    [{ shared: true, shareNew: false, sharedUpTo: 'v2' }, 'Shared up to v2'],
    [{ shared: true, shareNew: false, sharedUpTo: 'v3' }, 'Shared'],
  ])('%j: %s', (state, word) => {
    expect(sharingOf({ ...state, readOnly: false, latestVersion })?.label ?? null).toBe(word)
  })

  it('is only Shared for everybody else', () => {
    const state = { shared: true, shareNew: false, sharedUpTo: 'v1', readOnly: true, latestVersion }
    expect(sharingOf(state)?.label).toBe('Shared')
  })
})

describe('the share dialog of a private algorithm', () => {
  it('says that backtests become public, and proposes the current version and sharing from now on', async () => {
    const api = mockApi()
    await open(PRIVATE)
    expect(await screen.findByText(/Your backtests of shared versions become public too/)).toBeDefined()
    const chosen = screen.getByRole('radio', { name: 'Share current version and turn on sharing' })
    expect((chosen as HTMLInputElement).checked).toBe(true)
    await userEvent.click(screen.getAllByRole('button', { name: 'Share' }).at(-1)!)
    expect(api.requestsOf('updateAlgorithm')[0]?.body).toEqual({ shared: true, shareNew: true })
  })

  it.each([
    ['Share current version only', { shared: true, shareNew: false }],
    ['Turn on sharing only', { shareNew: true }],
  ])('can do the other things: %s', async (label, changes) => {
    const api = mockApi()
    await open(PRIVATE)
    await userEvent.click(await screen.findByRole('radio', { name: label }))
    await userEvent.click(screen.getAllByRole('button', { name: 'Share' }).at(-1)!)
    expect(api.requestsOf('updateAlgorithm')[0]?.body).toEqual(changes)
  })

  it('stays open with the link and the public numbers once it is shared, until Escape', async () => {
    const [version] = sampleReply('listVersions')
    mockApi({
      updateAlgorithm: { ...PRIVATE, shared: true },
      listVersions: [
        { ...version!, versionNo: 2, displayVersionNo: 'v2', shared: true, sharedVersionNo: 1, message: '' },
      ],
    })
    const opener = await open(PRIVATE)
    await userEvent.click(await screen.findByRole('radio', { name: 'Share current version only' }))
    await userEvent.click(screen.getAllByRole('button', { name: 'Share' }).at(-1)!)
    expect(await screen.findByText('Cross is shared')).toBeDefined()
    const link = await screen.findByRole('textbox', { name: 'Link for everyone' })
    expect((link as HTMLInputElement).value).toBe(`${location.origin}/algorithms/${PRIVATE.id}`)
    expect(await screen.findByRole('switch', { name: 'v2 (latest) · v1 for everyone else' })).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy link' })))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('stays open when only new versions will be shared, with the focus on their switch', async () => {
    mockApi({ updateAlgorithm: { ...PRIVATE, shareNew: true } })
    await open(PRIVATE)
    await userEvent.click(await screen.findByRole('radio', { name: 'Turn on sharing only' }))
    await userEvent.click(screen.getAllByRole('button', { name: 'Share' }).at(-1)!)
    const automatic = await screen.findByRole('switch', { name: /^Auto sharing/ })
    await waitFor(() => expect(document.activeElement).toBe(automatic))
    expect(screen.queryByRole('textbox', { name: 'Link for everyone' })).toBeNull()
  })
})

describe('the share dialog of a shared algorithm', () => {
  it('turns automatic sharing off, and shares single versions', async () => {
    const [version] = sampleReply('listVersions')
    const api = mockApi({
      listVersions: [{ ...version!, displayVersionNo: 'v1', message: 'first', shared: false }],
      updateAlgorithm: sampleReply('updateAlgorithm', { shared: true }),
      updateVersion: () => errorReply(409, { code: 'conflict', message: 'Not now' }),
    })
    await open({ ...PRIVATE, shared: true, shareNew: true })
    await userEvent.click(await screen.findByRole('switch', { name: /^Auto sharing/ }))
    expect(api.requestsOf('updateAlgorithm')[0]?.body).toEqual({ shareNew: false })
    await userEvent.click(await screen.findByRole('switch', { name: /^v1 \(latest\) · first/ }))
    expect(api.requestsOf('updateVersion')[0]?.body).toEqual({ shared: true })
  })
})

describe('the share dialog', () => {
  it('shows the link that everyone can open, and the numbers of versions that others see', async () => {
    const [version] = sampleReply('listVersions')
    mockApi({
      listVersions: [
        {
          ...version!,
          id: crypto.randomUUID(),
          versionNo: 3,
          displayVersionNo: 'v3',
          shared: true,
          sharedVersionNo: 1,
          message: '',
        },
        {
          ...version!,
          id: crypto.randomUUID(),
          versionNo: 2,
          displayVersionNo: 'v2',
          shared: false,
          sharedVersionNo: null,
          message: '',
        },
      ],
    })
    await open({ ...PRIVATE, shared: true })
    const link = await screen.findByRole('textbox', { name: 'Link for everyone' })
    expect((link as HTMLInputElement).value).toBe(`${location.origin}/algorithms/${PRIVATE.id}`)
    expect(await screen.findByRole('switch', { name: 'v3 (latest) · v1 for everyone else' })).toBeDefined()
    expect(screen.getByRole('switch', { name: 'v2' })).toBeDefined()
  })

  it('has no link while nothing is shared yet', async () => {
    mockApi()
    await open({ ...PRIVATE, shared: false, shareNew: true })
    await screen.findByRole('switch', { name: /^Auto sharing/ })
    expect(screen.queryByRole('textbox', { name: 'Link for everyone' })).toBeNull()
  })
})

describe('sharing that fails without a text of the server', () => {
  const failed = () => new Response('', { status: 500 })

  it("says 'Error sharing {name}' of an algorithm and of a version", async () => {
    mockApi({ updateAlgorithm: failed })
    await open(PRIVATE)
    await userEvent.click((await screen.findAllByRole('button', { name: 'Share' })).at(-1)!)
    expect(await screen.findByText('Error sharing Cross')).toBeDefined()
  })

  it("says 'Error turning sharing on or off' of automatic sharing", async () => {
    mockApi({ updateAlgorithm: failed, updateVersion: failed })
    await open({ ...PRIVATE, shared: true, shareNew: true })
    await userEvent.click(await screen.findByRole('switch', { name: /^Auto sharing/ }))
    expect(await screen.findByText('Error turning sharing on or off')).toBeDefined()
    await userEvent.click(await screen.findByRole('switch', { name: /latest/ }))
    expect(await screen.findByText('Error sharing Cross')).toBeDefined()
  })
})
