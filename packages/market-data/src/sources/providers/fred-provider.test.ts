import { findFake } from '@tradeloom/venue-lab/sources'
import { describe, expect, it } from 'vitest'
import { allRevisions, answering, isoOf } from '../conformance/answering.fixture.ts'
import type { SourceQuery } from '../source-call.ts'
import { fredProvider } from './fred-provider.ts'

const fake = await findFake('fred')
const asked: { path: string; query: SourceQuery }[] = []

/** Answers as the stand-in does, after `change` has had its way with the answer. */
function answered(change: (path: string, body: never) => unknown = (_, body) => body) {
  asked.length = 0
  return answering((path, query) => {
    asked.push({ path, query })
    const given = Object.entries({ ...query, api_key: fake.keys[0] }).map(([name, value]) => [name, `${value}`])
    const { body } = fake.answer({ path: path.split('/'), query: new URLSearchParams(given as [string, string][]) })
    return change(path, body as never)
  })
}

describe('revisions of FRED', () => {
  it('are known when their release came out, and a day without a known time is over first', async () => {
    const cpi = (await allRevisions(fredProvider, answered(), 'CPIAUCSL')).map(({ knownAt, value }) => [
      isoOf(knownAt),
      value,
    ])
    expect(cpi).toEqual([
      ['2024-02-13T13:30:00.000Z', 308.417],
      // After the change to daylight saving time.
      ['2024-03-12T12:30:00.000Z', 308.5],
      ['2024-03-12T12:30:00.000Z', Number.NaN],
      ['2024-04-10T12:30:00.000Z', 310.326],
      ['2024-04-10T12:30:00.000Z', 312.332],
    ])
    const daily = await allRevisions(fredProvider, answered(), 'DAILY')
    // Published on January 2, at a time that nobody states: not before January 3 there.
    expect([isoOf(daily[0]?.periodStart ?? 0), isoOf(daily[0]?.periodEnd ?? 0), isoOf(daily[0]?.knownAt ?? 0)]).toEqual(
      ['2015-01-01T00:00:00.000Z', '2015-01-02T00:00:00.000Z', '2015-01-03T06:00:00.000Z'],
    )
  })

  it('are about whole months, and a missing value is an event', async () => {
    const [first, , missing] = await allRevisions(fredProvider, answered(), 'CPIAUCSL')
    expect([isoOf(first?.periodStart ?? 0), isoOf(first?.periodEnd ?? 0)]).toEqual([
      '2024-01-01T00:00:00.000Z',
      '2024-02-01T00:00:00.000Z',
    ])
    expect(missing).toMatchObject({ periodStart: Date.UTC(2024, 1), value: Number.NaN, vintage: '2024-03-12' })
  })

  it('are requested in stretches of fewer vintages than are refused, and joined where those cut them', async () => {
    const all = await allRevisions(fredProvider, answered(), 'DAILY')
    const stretches = asked.filter(({ path }) => path === 'fred/series/observations').map(({ query }) => query)
    expect(stretches.length).toBeGreaterThan(2)
    for (const [at, { realtime_start: start, realtime_end: end }] of stretches.entries()) {
      expect(
        Date.parse(`${stretches[at + 1]?.['realtime_start'] ?? '9999-12-31'}`) - Date.parse(`${end}`),
      ).toBeLessThanOrEqual(86_400_000)
      expect(`${end}` > `${start}`).toBe(true)
    }
    const withdrawn = all.filter(({ value }) => Number.isNaN(value))
    expect(withdrawn).toHaveLength(23)
    expect(withdrawn[0]).toMatchObject({ periodStart: Date.UTC(2015, 1, 20), vintage: '2015-03-22' })
    expect(all.filter(({ value }) => value % 1 === 0.5)).toHaveLength(207)
  })

  it('are never asked for with the spelling that is ignored', async () => {
    await allRevisions(fredProvider, answered(), 'CPIAUCSL')
    for (const { query } of asked) expect(query).not.toHaveProperty('vintage_date')
  })

  it('that stand on two pages at once count once', async () => {
    const twice = answered((path, body: { observations: unknown[]; count: number }) =>
      path === 'fred/series/observations'
        ? { ...body, observations: [...body.observations, ...body.observations] }
        : body,
    )
    expect(await allRevisions(fredProvider, twice, 'CPIAUCSL')).toEqual(
      await allRevisions(fredProvider, answered(), 'CPIAUCSL'),
    )
  })
})

it('a value of FRED that is not a number is an error, not a missing value', async () => {
  const wrong = answered((path, body: { observations: { value: string }[] }) =>
    path === 'fred/series/observations'
      ? { ...body, observations: body.observations.map((one) => ({ ...one, value: '1,5' })) }
      : body,
  )
  await expect(fredProvider.dataset(wrong, 'CPIAUCSL')).rejects.toMatchObject({ kind: 'unreadable' })
})

it('FRED has days of releases on more than one page, also future ones', async () => {
  const days = await fredProvider.releases?.(answered(), 'CPIAUCSL', '2024-03-01', '2119-01-01')
  // At half past eight in New York, in daylight saving time since a day before.
  expect(days?.[0]).toEqual({ id: '10', day: '2024-03-11', at: Date.parse('2024-03-11T12:30:00Z') })
  expect(days?.map(({ at }) => at)).toEqual(days?.map(({ at }) => at).toSorted((a, b) => a - b))
  expect(days?.at(-1)?.day.slice(0, 4)).toBe('2118')
  const pages = () => asked.filter(({ path }) => path === 'fred/release/dates').length
  expect(pages()).toBe(2)
  // What is to come needs no decades of what was.
  await fredProvider.releases?.(answered(), 'CPIAUCSL', '2118-01-01', '2119-01-01')
  expect(pages()).toBe(1)
})

it.each([
  [400, 'The value for variable api_key is not registered.', 'bad-key'],
  [400, 'Variable api_key is not set.', 'bad-key'],
  [400, 'The series does not exist.', 'not-found'],
  [400, 'There are too many vintage dates.', 'bad-request'],
  [400, 'echo https://x/?api_key=abc', 'bad-request'],
  [423, 'Locked', 'limit'],
])('FRED means with %d "%s": %s', (status, text, kind) => {
  expect(fredProvider.readError(status, JSON.stringify({ error_code: status, error_message: text }))).toBe(kind)
})
