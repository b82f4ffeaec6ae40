import { findFake } from '@tradeloom/venue-lab/sources'
import { expect, it } from 'vitest'
import { answering } from '../sources/conformance/answering.fixture.ts'
import { fredProvider } from '../sources/providers/fred-provider.ts'
import { type FetchedKnown, fetchKnown } from './fetch-known.ts'

const fake = await findFake('fred')
let time = 0

async function look(code: string, at: string, stored: FetchedKnown | null): Promise<FetchedKnown> {
  time = Date.parse(at)
  const call = answering((path, query) => {
    const given = Object.entries({ ...query, api_key: fake.keys[0] }).map(([name, value]) => [name, `${value}`])
    return fake.answer({ path: path.split('/'), query: new URLSearchParams(given as [string, string][]) }).body
  })
  return fetchKnown(fredProvider, { ...call, now: () => time }, { code, column: null }, stored)
}

/** What was added by a look. */
const added = (after: FetchedKnown, before: FetchedKnown) =>
  after.revisions
    .slice(before.revisions.length)
    .map(({ periodStart, value, knownAt, quality, vintage }) => [
      new Date(periodStart).toISOString().slice(0, 7),
      value,
      new Date(knownAt).toISOString().slice(0, 16),
      quality,
      vintage,
    ])

it('what is published twice on a day is fetched twice, and known from when each was seen', async () => {
  const publish = (period: string, day: string, value: string | null) => fake.publish?.('TWICE', period, day, value)
  publish('2026-08-01', '2026-09-10', '100')
  const first = await look('TWICE', '2026-09-11T12:00:00Z', null)
  expect(first.revisions).toHaveLength(1)

  // August is revised at half past eight, September is new; later that day both are corrected.
  publish('2026-08-01', '2026-10-13', '101')
  publish('2026-09-01', '2026-10-13', '110')
  const second = await look('TWICE', '2026-10-13T12:30:05Z', first)
  const day = '2026-10-13'
  expect(added(second, first)).toEqual([
    ['2026-08', 101, '2026-10-13T12:30', 'vintage', day],
    ['2026-09', 110, '2026-10-13T12:30', 'vintage', day],
  ])
  publish('2026-08-01', day, '101.5')
  publish('2026-09-01', day, '111')
  const third = await look('TWICE', '2026-10-13T15:00:00Z', second)
  expect(third.hasChanged).toBe(true)
  expect(added(third, second)).toEqual([
    ['2026-08', 101.5, '2026-10-13T15:00', 'observed', day],
    ['2026-09', 111, '2026-10-13T15:00', 'observed', day],
  ])

  const same = await look('TWICE', '2026-10-13T15:30:00Z', third)
  expect([same.hasChanged, same.revisions]).toEqual([false, third.revisions])

  // One is taken back altogether: what was known before that day holds again, or nothing does.
  publish('2026-09-01', day, null)
  const fourth = await look('TWICE', '2026-10-13T16:00:00Z', same)
  expect(added(fourth, same)).toEqual([['2026-09', NaN, '2026-10-13T16:00', 'observed', day]])

  publish('2026-09-01', '2026-10-14', '112')
  const fifth = await look('TWICE', '2026-10-14T13:00:00Z', fourth)
  expect(added(fifth, fourth)).toEqual([['2026-09', 112, '2026-10-14T12:30', 'vintage', '2026-10-14']])
})

it('what is stored with other periods than the provider has now is fetched anew', async () => {
  for (const [period, day, value] of [
    ['2026-07-01', '2026-08-12', '99'],
    ['2026-08-01', '2026-09-10', '100'],
  ] as const)
    fake.publish?.('DATED', period, day, value)
  const first = await look('DATED', '2026-09-11T12:00:00Z', null)
  const week = 7 * 86_400_000
  const moved = first.revisions.map((one) => ({
    ...one,
    periodStart: one.periodStart + week,
    periodEnd: one.periodEnd + week,
  }))
  const second = await look('DATED', '2026-09-12T12:00:00Z', { ...first, revisions: moved })
  expect([second.hasChanged, second.revisions]).toEqual([true, first.revisions])
})
