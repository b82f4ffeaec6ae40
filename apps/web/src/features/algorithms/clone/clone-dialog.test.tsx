import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorReply, mockApi, type MockReplies, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'

afterEach(() => vi.unstubAllGlobals())

it("closes with 'Error retrieving algorithm version' when the versions cannot be loaded", async () => {
  const [sample] = sampleReply('listSharedAlgorithms')
  mockApi({
    bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser') }),
    listSharedAlgorithms: [{ ...sample!, name: 'Cross', readOnly: true }],
    listVersions: () => new Response('', { status: 404 }),
  })
  renderPage('/algorithms')
  fireEvent.click(await screen.findByRole('button', { name: 'Clone' }))
  expect(await screen.findByText('Error retrieving algorithm version')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Clone Algorithm' })).toBeNull())
})

describe('the dialog to clone', () => {
  async function open(replies: MockReplies = {}) {
    const [sample] = sampleReply('listSharedAlgorithms')
    const [version] = sampleReply('listVersions')
    const api = mockApi({
      bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser') }),
      listSharedAlgorithms: [{ ...sample!, name: `${'x'.repeat(111)}🚀`, readOnly: true }],
      listVersions: [
        { ...version!, versionNo: 2, displayVersionNo: 'v2', message: 'new' },
        { ...version!, id: '01a1fcbd-ca32-7065-a0e0-000000000001', displayVersionNo: 'v1', message: 'old' },
      ],
      ...replies,
    })
    renderPage('/algorithms')
    fireEvent.click(await screen.findByRole('button', { name: 'Clone' }))
    const versions = await screen.findByRole('combobox', { name: 'Version to copy' })
    return { api, versions, clone: () => fireEvent.click(screen.getAllByRole('button', { name: 'Clone' }).at(-1)!) }
  }
  const warning = 'Selected version is not the most recent!'

  it('warns when the picked version is not the most recent, and copies that one', async () => {
    const { api, versions, clone } = await open()
    expect((versions as HTMLInputElement).value).toContain('v2 (latest)')
    expect(screen.queryByRole('img', { name: warning })).toBeNull()
    fireEvent.click(versions)
    fireEvent.click(await screen.findByRole('option', { name: /^v1/ }))
    expect(await screen.findByRole('img', { name: warning })).toBeDefined()
    clone()
    await waitFor(() => expect(api.requestsOf('createAlgorithm')).toHaveLength(1))
    expect(api.requestsOf('createAlgorithm')[0]?.body).toMatchObject({
      name: `Copy of ${'x'.repeat(111)}`,
      clonedFromVersion: '01a1fcbd-ca32-7065-a0e0-000000000001',
    })
  })

  it("says 'Error copying algorithm', or the text of the server", async () => {
    let reply = () => new Response('', { status: 500 })
    const { clone } = await open({ createAlgorithm: () => reply() })
    clone()
    expect(await screen.findByText('Error copying algorithm')).toBeDefined()
    reply = () => errorReply(409, { code: 'conflict', message: 'Too many algorithms' })
    clone()
    expect(await screen.findByText('Too many algorithms')).toBeDefined()
  })
})
