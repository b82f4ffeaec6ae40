// @vitest-environment jsdom
import type { Backtest, MarketInstrument } from '@tradeloom/contracts'
import { defaultModels } from '@tradeloom/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { draftOf, defaultDraft } from './models/models-draft.ts'
import { readRemembered, remember } from './remembered-settings.ts'
import { firstSettings } from './first-settings.ts'
import type { RunSettings } from './run-settings.ts'

const span = { first: Date.UTC(2024, 0, 1), last: Date.UTC(2024, 5, 28, 20, 59) }
const series = { interval: 'M1', price: 'trade', rows: 9, ...span, stretches: [span] }
const instrument = (id: string): MarketInstrument => {
  const [symbol = '', broker = ''] = id.split(':')
  return { id, symbol, broker, calendar: 'forex', simulated: false, series: [series] } as unknown as MarketInstrument
}
const INSTRUMENTS = [instrument('EURUSD:A'), instrument('GBPUSD:B')]
const first = (instruments = INSTRUMENTS, user = 'ann') =>
  firstSettings('v', [{ name: 'fast', defaultValue: 3 }], instruments, null, readRemembered(user))

const CHOSEN: RunSettings = {
  ...firstSettings('v', [], INSTRUMENTS, null, null),
  instrumentId: 'GBPUSD:B',
  interval: 'H1',
  startDay: '2024-02-01',
  endDay: '2024-02-29',
  initialBalance: '2500',
  externals: { fast: '9' },
  models: draftOf(
    { ...defaultModels(), latencyMs: 250, spread: { model: 'hourly' } },
    { spreadByHour: Array.from({ length: 168 }, () => 1), fundingRates: null, swapRates: null },
  ),
}

beforeEach(() => localStorage.clear())

describe('remembered settings', () => {
  it('are what the dialog starts with, for the same user only', () => {
    remember('ann', CHOSEN)
    expect(first()).toEqual({ ...CHOSEN, initialBalance: 2500, externals: { fast: '3' } })
    expect(first(INSTRUMENTS, 'bob')).toMatchObject({ instrumentId: 'EURUSD:A', models: defaultDraft() })
    expect(readRemembered(undefined)).toBeNull()
  })

  it('are overridden by those of a run to repeat', () => {
    remember('ann', CHOSEN)
    const run = {
      instrumentId: 'EURUSD:A',
      interval: 'M5',
      resolution: 1,
      start: '2024-03-01T00:00:00.000Z',
      end: '2024-03-02T00:00:00.000Z',
      initialBalance: 7,
      externals: {},
      models: defaultModels(),
    } as unknown as Backtest
    const again = firstSettings('v', [], INSTRUMENTS, { run, tables: null }, readRemembered('ann'))
    expect(again).toMatchObject({ instrumentId: 'EURUSD:A', interval: 'M5', initialBalance: 7, models: defaultDraft() })
  })

  it('keep what still applies when the data has changed', () => {
    remember('ann', CHOSEN)
    expect(first([instrument('EURUSD:A')])).toMatchObject({
      instrumentId: 'EURUSD:A',
      interval: 'H1',
      startDay: '2024-05-28',
      endDay: '2024-06-28',
      models: CHOSEN.models,
    })
    remember('ann', { ...CHOSEN, startDay: '2023-02-01' })
    expect(first()).toMatchObject({ instrumentId: 'GBPUSD:B', startDay: '2024-05-28' })
  })

  it('are ignored when their format is outdated', () => {
    remember('ann', CHOSEN)
    const [key = ''] = Object.keys(localStorage)
    for (const text of ['{', 'null', '{"instrumentId":7}', '[]']) {
      localStorage.setItem(key, text)
      expect(readRemembered('ann')).toBeNull()
    }
  })

  it('are not stored when the browser has no space, without an error', () => {
    const set = Storage.prototype.setItem
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    try {
      remember('ann', CHOSEN)
    } finally {
      Storage.prototype.setItem = set
    }
    expect(readRemembered('ann')).toBeNull()
  })
})
