// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { findPanel } from '../../entities/panels/panels.ts'
import { EURUSD } from '../../entities/prices/markets.fixture.ts'

beforeEach(() => void mockApi({ listInstruments: [EURUSD] }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('starts with quarters of an hour', () => {
  expect(findPanel('price-chart')?.readOptions(undefined)).toEqual({
    instrumentId: 'EURUSD:SIM',
    interval: 'M15',
    overlay: null,
  })
})

it('says so when there is no such instrument', async () => {
  showPanel('price-chart', { version: 1, values: { instrumentId: 'XXXYYY:SIM' } })
  await screen.findByText('Instrument not available')
})
