import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'

afterEach(() => vi.unstubAllGlobals())

it("closes with 'Error retrieving algorithm version' when the versions cannot be loaded", async () => {
  const [sample] = sampleReply('listSharedAlgorithms')
  mockApi({
    bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser') }),
    listSharedAlgorithms: [{ ...sample!, name: 'Cross', readOnly: true }],
    listSharedVersions: () => new Response('', { status: 404 }),
  })
  renderPage('/algorithms')
  fireEvent.click(await screen.findByRole('button', { name: 'Clone' }))
  expect(await screen.findByText('Error retrieving algorithm version')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Clone Algorithm' })).toBeNull())
})
