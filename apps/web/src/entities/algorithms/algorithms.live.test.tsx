import type { Algorithm } from '@tradeloom/contracts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockApi, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { dropDraft, writeDraft } from '../scripts/draft-store.ts'
import { live } from './algorithms.live.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

it('leads from the page of an algorithm that was deleted to the list, without asking for it again', async () => {
  const algorithm = { ...sampleReply('getAlgorithm'), id: ID, userId: ID, name: 'Cross', readOnly: false } as Algorithm
  const api = mockApi({
    bootstrap: { ...sampleReply('bootstrap'), user: { ...sampleReply('currentUser'), id: ID } },
    getAlgorithm: algorithm,
    listVersions: [],
  })
  renderPage(`/algorithms/${ID}/description`)
  await screen.findByRole('heading', { name: /Cross/ })
  const asked = api.requestsOf('getAlgorithm').length
  live['algorithm-deleted']?.({ id: ID }, queryClient, 'algorithm-deleted')
  expect(await screen.findByRole('heading', { name: 'Shared by the community' })).toBeDefined()
  expect(api.requestsOf('getAlgorithm')).toHaveLength(asked)
})

it('keeps the page of an algorithm that was deleted elsewhere while it holds text that is not saved', async () => {
  const algorithm = { ...sampleReply('getAlgorithm'), id: ID, userId: ID, name: 'Cross', readOnly: false } as Algorithm
  mockApi({
    bootstrap: { ...sampleReply('bootstrap'), user: { ...sampleReply('currentUser'), id: ID } },
    getAlgorithm: algorithm,
    listVersions: [],
  })
  writeDraft(ID, `algorithm/${ID}/1`, { text: 'let unsaved', baseId: null, message: '', time: 1 })
  renderPage(`/algorithms/${ID}/description`)
  await screen.findByRole('heading', { name: /Cross/ })
  live['algorithm-deleted']?.({ id: ID }, queryClient, 'algorithm-deleted')
  expect(await screen.findByText(/Cross was deleted. What you have not saved is still here/)).toBeDefined()
  expect(screen.getByRole('heading', { name: /Cross/ })).toBeDefined()
  dropDraft(ID, `algorithm/${ID}/1`)
})
