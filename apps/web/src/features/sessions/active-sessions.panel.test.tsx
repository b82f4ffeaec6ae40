// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { giveLayout } from '../../testing/give-layout.ts'
import { mockApi, sampleReply } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { USER } from '../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import './sessions-panel.tsx'

beforeEach(giveLayout)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('asks visitors to log in', async () => {
  showPanel('active-sessions')
  await screen.findByText('Please log in to view')
})

it('says that none are active', async () => {
  mockApi({ listActiveSessions: [] })
  showPanel('active-sessions', undefined, USER)
  await screen.findByText('No active sessions')
})

it('lists those that are, and leads to them', async () => {
  const [session] = sampleReply('listActiveSessions')
  mockApi({ listActiveSessions: [{ ...session!, algorithmName: 'Breakout', percentageBalance: 1.5 }] })
  showPanel('active-sessions', undefined, USER)
  await screen.findByText('Breakout')
  expect(screen.getByText('+1.50%')).toBeDefined()
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe(`/sessions/${session?.id}`)
})

it('says what could not be loaded', async () => {
  mockApi({ listActiveSessions: () => new Response('', { status: 400 }) })
  showPanel('active-sessions', undefined, USER)
  await screen.findByRole('button', { name: 'Retry' })
})
