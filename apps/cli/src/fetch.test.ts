import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { runInProcess } from './in-process.fixture.ts'

const HOUR = 3_600_000
const [FROM, TO] = [Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 3)]

let dir = ''
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-fetch-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
})

const fetchPrices = (instrument: string, ...more: string[]) =>
  runInProcess(dir, ['fetch', '--instrument', instrument, '--from', '2024-01-01', ...more])

it('stores what a venue has of a period, and nothing twice', async () => {
  const frames = Array.from({ length: (TO - FROM) / HOUR }, (_, n) => {
    const time = FROM + n * HOUR
    const trade = {
      e: 'trade',
      E: time,
      s: 'BTCUSDT',
      t: n + 1,
      p: `${42_000 + n}.00`,
      q: '0.2',
      T: time,
      m: true,
      M: true,
    }
    return { time, stream: 'btcusdt@trade', data: JSON.stringify(trade) }
  })
  const clock = new LabClock(TO)
  const lab = await startBinanceLab({ clock, frames })
  clock.advanceTo(TO + 1)
  onTestFinished(() => lab.stop())
  const { rest, streams } = lab
  vi.stubEnv('TRADELOOM_VENUE_URLS', JSON.stringify({ BINANCE: { rest, streams } }))
  onTestFinished(() => void vi.unstubAllEnvs())
  const first = await fetchPrices('BTCUSDT:BINANCE', '--to', '2024-01-31')
  expect(first.stderr).toContain('2024-01 M1: 44,640 rows written')
  expect(first.status).toBe(0)
  const pages = lab.requests.length
  expect((await fetchPrices('BTCUSDT:BINANCE', '--to', '2024-01-31')).stderr).toBe(
    'BTCUSDT:BINANCE: nothing of that period is missing\n',
  )
  expect(lab.requests).toHaveLength(pages)
})

it.each([
  ['EURUSD:NOWHERE', 'NOWHERE is no venue that prices can be fetched from'],
  ['EURUSD:OANDA', 'OANDA shows its prices to accounts alone'],
])('refuses %s', async (instrument, text) => {
  const { status, stderr } = await fetchPrices(instrument)
  expect(stderr).toContain(text)
  expect(status).toBe(1)
})

it('refuses a period that is none', async () => {
  expect((await fetchPrices('BTCUSDT:BINANCE', '--to', '2023-01-01')).status).toBe(1)
})
