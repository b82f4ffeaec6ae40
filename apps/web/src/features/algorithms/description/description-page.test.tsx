import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mockApi, type MockReplies, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const own = { id: ID, userId: ID, name: 'Cross', description: 'The old text', readOnly: false, tags: [] }

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

async function edit(replies: MockReplies = {}) {
  const user = sampleReply('currentUser')
  const api = mockApi({
    bootstrap: sampleReply('bootstrap', { user }),
    getAlgorithm: sampleReply('getAlgorithm', own),
    updateAlgorithm: ({ body }) => sampleReply('updateAlgorithm', { ...own, ...(body as object) }),
    ...replies,
  })
  renderPage(`/algorithms/${ID}/description`)
  fireEvent.click(await screen.findByText('The old text'))
  const field = (await screen.findByLabelText('Description')) as HTMLTextAreaElement
  fireEvent.change(field, { target: { value: 'The new text' } })
  return { api, field }
}

describe('the description', () => {
  it('is edited after a click on it, and saved with Ctrl+S', async () => {
    const { api, field } = await edit()
    fireEvent.keyDown(field, { key: 's', ctrlKey: true })
    await waitFor(() => expect(screen.queryByLabelText('Description')).toBeNull())
    expect(api.requestsOf('updateAlgorithm')[0]?.body).toEqual({ description: 'The new text', tags: [] })
  })

  it('is saved once while the key repeats, and keeps the focus', async () => {
    const { api, field } = await edit({ updateAlgorithm: () => new Promise<never>(() => undefined) })
    field.focus()
    fireEvent.keyDown(field, { key: 's', ctrlKey: true })
    await waitFor(() => expect(field.readOnly).toBe(true))
    fireEvent.keyDown(field, { key: 's', ctrlKey: true })
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(field.disabled).toBe(false)
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('The new text')
    await waitFor(() => expect(api.requestsOf('updateAlgorithm')).toHaveLength(1))
  })

  it('goes back to the saved text with Escape', async () => {
    const { api, field } = await edit()
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(await screen.findByText('The old text')).toBeDefined()
    expect(api.requestsOf('updateAlgorithm')).toEqual([])
  })

  it("shows 'Error saving' and is reverted when the server fails without a text", async () => {
    const { field } = await edit({ updateAlgorithm: () => new Response('', { status: 500 }) })
    fireEvent.keyDown(field, { key: 's', ctrlKey: true })
    expect(await screen.findByText('Error saving')).toBeDefined()
    expect(await screen.findByText('The old text')).toBeDefined()
  })

  it('keeps what was typed when the login has expired', async () => {
    const body = { code: 'login-required', kind: 'unauthenticated', message: 'Please log in' }
    const { field } = await edit({ updateAlgorithm: () => Response.json(body, { status: 401 }) })
    fireEvent.keyDown(field, { key: 's', ctrlKey: true })
    await screen.findAllByText(/expired|Please log in/)
    expect(field.value).toBe('The new text')
    expect(Object.values(localStorage).join('')).toContain('The new text')
  })
})
