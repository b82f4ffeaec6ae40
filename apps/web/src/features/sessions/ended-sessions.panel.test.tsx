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
  showPanel('ended-sessions')
  await screen.findByText('Please log in to view')
})

it('says that none have ended', async () => {
  mockApi({ listEndedSessions: [] })
  showPanel('ended-sessions', undefined, USER)
  await screen.findByText('No ended sessions')
})

it('lists those that have', async () => {
  const [session] = sampleReply('listEndedSessions')
  mockApi({ listEndedSessions: [{ ...session!, algorithmName: 'Breakout', totalProfit: -12.5 }] })
  showPanel('ended-sessions', undefined, USER)
  await screen.findByText('Breakout')
  expect(screen.getByText(/^[−-]12\.50$/).className).toContain('loss')
})
