// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, it, vi } from 'vitest'
import { errorReply, mockApi, sampleReply } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
// There at once, instead of on demand.
import './imports/imports-panel.tsx'

const USER = { id: '01a1fcbd-ca32-7065-a0e0-bc608310879a' }

afterEach(() => vi.unstubAllGlobals())

describe('the panel of imports', () => {
  it('lists the imports of the user by default', async () => {
    mockApi({ listImports: [{ ...sampleReply('listImports')[0]!, instrumentId: 'EURUSD:MINE', status: 'Completed' }] })
    showPanel('imports', undefined, USER)
    await screen.findByText('EURUSD:MINE')
  })

  it('tells visitors to log in', async () => {
    mockApi()
    showPanel('imports')
    await screen.findByText('Log in to import your own data')
  })

  it('says what to do without imports, whatever a layout stored', async () => {
    mockApi({ listImports: [] })
    showPanel('imports', { version: 1, values: { anything: 1 } }, USER)
    await screen.findByText('No imports yet')
  })

  it('reports a failure of the server, and loads again on request', async () => {
    const api = mockApi({ listImports: () => errorReply(400, { code: 'bad', message: 'The disk is full' }) })
    showPanel('imports', undefined, USER)
    await screen.findByText('The disk is full')
    api.use({ listImports: [] })
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('No imports yet')
  })
})
