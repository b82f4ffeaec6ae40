import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'

vi.mock('../../../entities/scripts/load-surface.ts', () => ({ loadSurface: () => new Promise(() => {}) }))
vi.mock('../../../entities/scripts/monaco-diff.tsx', () => ({
  MonacoDiff: ({ left, right }: { readonly left: string; readonly right: string }) => `${left} | ${right}`,
}))

class SilentWorker extends EventTarget {
  postMessage(): void {}
}
vi.stubGlobal('Worker', SilentWorker)

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const PARENT = '01a1fcbd-ca32-7065-a0e0-bc6083108700'
const idOf = (versionNo: number, isParent = false): string =>
  `01a1fcbd-ca32-7065-a0e0-${isParent ? 'a' : 'b'}0000000000${versionNo}`

function version(versionNo: number, isParent = false): AlgorithmVersion {
  return {
    ...sampleReply('getVersion'),
    id: idOf(versionNo, isParent),
    algorithmId: isParent ? PARENT : ID,
    versionNo,
    displayVersionNo: `v${versionNo}`,
    message: `message ${versionNo}`,
    script: `${isParent ? 'parent' : 'own'} ${versionNo}`,
    check: null,
  } as AlgorithmVersion
}
const OWN = [version(3), version(2), version(1)]
const THEIRS = [version(2, true), version(1, true)]

function openEditor(search: string, changes: Partial<Algorithm> = {}) {
  const api = mockApi({
    bootstrap: { ...sampleReply('bootstrap'), user: { ...sampleReply('currentUser'), id: ID } },
    getAlgorithm: {
      ...sampleReply('getAlgorithm'),
      id: ID,
      userId: ID,
      readOnly: false,
      latestVersion: version(3),
      clonedFromAlgorithm: PARENT,
      clonedFromName: 'Cross',
      clonedFromVersion: idOf(1, true),
      clonedFromVersionNo: 'v1',
      ...changes,
    } as Algorithm,
    listVersions: ({ params, isShared }) => (params['id'] === PARENT && !isShared ? THEIRS : OWN),
    getVersion: ({ params, isShared }) =>
      isShared ? version(3) : [...OWN, ...THEIRS].find(({ id }) => id === params['versionId'])!,
  })
  renderPage(`/algorithms/${ID}/edit${search}`)
  return api
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Compare versions' }))

beforeEach(() => localStorage.clear())

describe('an address that compares versions', () => {
  it('shows a version with the one before it', async () => {
    openEditor(`?compare=${idOf(2)}`)
    expect(await (await dialog()).findByText('own 1 | own 2')).toBeDefined()
  })

  it('shows any two versions, the older one on the left', async () => {
    openEditor(`?compare=${idOf(1)}&against=${idOf(3)}`)
    expect(await (await dialog()).findByText('own 1 | own 3')).toBeDefined()
  })

  it('shows a clone with the version that was cloned, which can be restored', async () => {
    openEditor('?compare=origin')
    expect(await (await dialog()).findByText('parent 1 | own 3')).toBeDefined()
    await userEvent.click((await dialog()).getByRole('button', { name: 'Restore Cross v1' }))
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Script' })
    await waitFor(() => expect(field.value).toBe('parent 1'))
    expect(await screen.findByRole('textbox', { name: 'Commit message' })).toHaveProperty('value', 'Restored Cross v1')
  })

  it('says so when the viewer cannot see a version', async () => {
    openEditor(`?compare=${idOf(9)}`, { clonedFromAlgorithm: null, clonedFromName: null })
    expect(await (await dialog()).findByText('This version cannot be compared')).toBeDefined()
  })
})

describe('the link to the origin of a clone', () => {
  it('leads to the differences', async () => {
    openEditor('')
    await userEvent.click(await screen.findByRole('link', { name: 'Compare with Cross v1' }))
    expect(await (await dialog()).findByText('parent 1 | own 3')).toBeDefined()
  })
})

describe('the message of a version', () => {
  async function showVersions(): Promise<void> {
    await userEvent.click(await screen.findByRole('button', { name: 'Documentation and versions' }))
    await userEvent.click(await screen.findByRole('tab', { name: 'Versions' }))
  }
  async function edit(): Promise<HTMLElement> {
    await showVersions()
    await userEvent.click(await screen.findByRole('button', { name: 'Edit the message of v2' }))
    return screen.findByRole('textbox', { name: 'Message of v2' })
  }

  it('is changed by its owner', async () => {
    const api = openEditor('')
    api.use({ updateVersion: { ...version(2), message: 'Better' } })
    const field = await edit()
    await userEvent.clear(field)
    await userEvent.type(field, 'Better{Enter}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Message of v2' })).toBeNull())
    expect(api.requestsOf('updateVersion').map(({ params, body }) => [params['versionId'], body])).toEqual([
      [idOf(2), { message: 'Better' }],
    ])
  })

  it('is kept after Escape', async () => {
    const api = openEditor('')
    await userEvent.type(await edit(), ' changed{Escape}')
    expect(await screen.findByRole('button', { name: 'Edit the message of v2' })).toBeDefined()
    expect(api.requestsOf('updateVersion')).toEqual([])
  })

  it('cannot be changed by others', async () => {
    openEditor('', { readOnly: true })
    await showVersions()
    expect(await screen.findByRole('button', { name: 'Compare v2' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Edit the message/ })).toBeNull()
  })
})

describe('the list of versions', () => {
  it('stays open when another version is shown, which is a page of its own', async () => {
    openEditor('')
    const openPane = async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Documentation and versions' }))
    await openPane()
    await userEvent.click(await screen.findByRole('tab', { name: 'Versions' }))
    await userEvent.click(await screen.findByRole('link', { name: /^v2/ }))
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Script' })
    await waitFor(() => expect(field.isConnected && field.value).toBe('own 2'))
    if (screen.queryByRole('tab', { name: 'Versions' }) === null) await openPane()
    expect(screen.getByRole('tab', { name: 'Versions' }).ariaSelected).toBe('true')
  })
})
